import Clibgit2

/// What libgit2's callbacks find and leave during one connection.
final class TransferSession {
    /// The spawned program, where the remote is reached by one.
    let connection: ExecConnection?
    private let credentials: Credentials?
    private let byteLimit: Int
    private let signs: SignsOfLife
    private var remoteText: [UInt8] = []

    /// What the server said of each reference that was pushed: nil for yes.
    private(set) var statuses: [String: String?] = [:]
    /// True when more came than the request allows.
    private(set) var isPastLimit = false

    init(
        connection: ExecConnection?, credentials: Credentials?, byteLimit: Int,
        signs: SignsOfLife
    ) {
        self.connection = connection
        self.credentials = credentials
        self.byteLimit = byteLimit
        self.signs = signs
    }

    /// The session that a callback was handed.
    static func from(_ payload: UnsafeMutableRawPointer) -> TransferSession {
        Unmanaged<TransferSession>.fromOpaque(payload).takeUnretainedValue()
    }

    /// What the remote said for people: a hook's words, mostly.
    var remoteWords: String {
        let text = String(decoding: remoteText, as: UTF8.self)
        return RemoteWords.lines(text + "\n" + (connection?.words ?? ""))
    }

    /// The other side took the name and password, or did not.
    func settleCredentials(isAccepted: Bool) { credentials?.settle(isAccepted: isAccepted) }

    /// Callbacks that report to this session, which must outlive the remote.
    func callbacks() throws(GitError) -> git_remote_callbacks {
        var callbacks = git_remote_callbacks()
        try check(
            "prepare a transfer",
            git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION)))
        callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
        if connection != nil { callbacks.transport = ExecTransport.create }
        callbacks.sideband_progress = { text, count, payload in
            guard let payload, let text else { return 0 }
            TransferSession.from(payload).take(text: text, count: Int(count))
            return 0
        }
        callbacks.transfer_progress = { progress, payload in
            guard let payload, let progress else { return 0 }
            return TransferSession.from(payload).take(bytes: progress.pointee.received_bytes)
        }
        callbacks.pack_progress = { _, _, _, payload in
            if let payload { TransferSession.from(payload).signs.give(0) }
            return 0
        }
        callbacks.push_transfer_progress = { _, _, count, payload in
            if let payload { TransferSession.from(payload).signs.give(count) }
            return 0
        }
        callbacks.push_update_reference = { name, status, payload in
            guard let payload, let name else { return 0 }
            TransferSession.from(payload).statuses[String(cString: name)] =
                .some(status.map { String(cString: $0) })
            return 0
        }
        callbacks.credentials = { out, url, user, allowed, payload in
            guard let payload, let url, let credentials = TransferSession.from(payload).credentials
            else { return GIT_PASSTHROUGH.rawValue }
            return credentials.answer(
                out, url: String(cString: url), user: user.map { String(cString: $0) }, allowed)
        }
        return callbacks
    }

    private func take(text: UnsafePointer<CChar>, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: text, count: max(0, count))
        remoteText = (remoteText + bytes).suffix(16_384)
        signs.give(0)
    }

    private func take(bytes: Int) -> Int32 {
        signs.give(bytes)
        guard bytes > byteLimit else { return 0 }
        isPastLimit = true
        git_error_set_str(Int32(GIT_ERROR_CALLBACK.rawValue), "more came than is allowed")
        return GIT_EUSER.rawValue
    }
}

/// Tells the waiting process that something happens, not more often than needed.
final class SignsOfLife {
    private let emit: (TransferReport) -> Void
    private var isConnected = false
    private var last = 0.0
    private var total = 0

    init(_ emit: @escaping (TransferReport) -> Void) { self.emit = emit }

    /// The remote answered.
    func connect() {
        guard !isConnected else { return }
        isConnected = true
        emit(.connected)
    }

    /// - Parameter bytes: How many were transferred so far; 0: unknown.
    func give(_ bytes: Int) {
        total = max(total, bytes)
        let now = Patience.now()
        guard isConnected, now - last >= 0.25 else { return }
        last = now
        emit(.progress(bytes: total))
    }
}

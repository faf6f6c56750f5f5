import BoardStorage
import Clinux
import Glibc
import HTTPServer
import Synchronization
import TaskBoard
import TextLayout
import WebBoard
import Words

/// The lifetime of a server.
final class ServerRun {
    private let place: ServerPlace
    private let options: WebBoard.Options
    private let workspace: Workspace
    private let location: Location
    private var board: WebBoard?
    private var gate: Gate
    private var server: HTTPServer?
    private var port = 0

    init(
        place: ServerPlace, token: AccessToken, options: WebBoard.Options, workspace: Workspace,
        location: Location, proxy: ProxyTrust, isReadOnly: Bool
    ) {
        (self.place, self.options) = (place, options)
        (self.workspace, self.location) = (workspace, location)
        gate = Gate(hosts: [], origins: [], token: token)
        (gate.userHeader, gate.trustedProxies) = (proxy.header, proxy.addresses)
        gate.proxySecret = proxy.secret
        gate.isReadOnly = isReadOnly
    }

    /// Listens, then reads the board. Requests that arrive in between wait.
    ///
    /// - Parameter whenListening: Called once the addresses are bound, before the board is read.
    /// - Throws: ``Failure`` (75) for a port in use, (74) for an address that cannot be
    ///   bound, and any error of reading the board.
    func start(syncingEvery seconds: Int?, whenListening: () throws -> Void) throws {
        let ready = Ready<WebBoard>()
        let server = HTTPServer(
            admit: { ready.now?.upload(for: $0) },
            refuse: { [options = self.options] in WebBoard.refusal($0, of: $1, options) },
            respond: { await ready.value.answer($0) })
        self.server = server
        port = try listen(server)
        try whenListening()
        gate.hosts = place.hosts(port: port)
        gate.origins = place.allOrigins(port: port)
        gate.bases = place.bases
        let (workspace, gate, options) = (workspace, gate, options)
        let board = try server.waiting { try await WebBoard(workspace, gate: gate, options) }
        ready.set(board)
        if let seconds { board.startSyncing(every: seconds) }
        self.board = board
    }

    /// Listens on every address of the server. A free port must be free on all of them.
    private func listen(_ server: HTTPServer) throws -> Int {
        for attempt in 1... {
            do {
                return try listenOnce(server)
            } catch let error as Failure {
                guard error.code == "port-taken", place.takesFreePort, attempt < 20 else {
                    throw error
                }
                try server.stopListening()
            }
        }
        return 0
    }

    private func listenOnce(_ server: HTTPServer) throws -> Int {
        var port: Int?
        for endpoint in place.endpoints {
            do {
                switch endpoint {
                case .address(let host, let asked):
                    let taken = try server.listen(on: .address(host, port: port ?? asked))
                    port = port ?? taken
                case .socket(let path):
                    try removeDeadSocket(path)
                    _ = try server.listen(on: endpoint)
                    port = 0
                case .passed:
                    let taken = try server.listen(on: endpoint)
                    port = port ?? taken
                }
            } catch let error as ListenError {
                // On a machine without IPv6, nobody can listen on the second loopback address.
                let isMissing = [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.number)
                if place.isLocal, port != nil, isMissing { continue }
                throw failure(error, at: endpoint)
            }
        }
        return port ?? 0
    }

    private func failure(_ error: ListenError, at endpoint: HTTPServer.Endpoint) -> Failure {
        switch endpoint {
        case .address(_, let port) where error.number == EADDRINUSE:
            Failure(.tryLater, "port-taken", .portTaken(port))
        case .address(let host, _):
            Failure(
                .inputOutput,
                .notListening(safe(Array(host.utf8)), cause: systemWords(error.number)))
        case .socket(let path):
            Failure(
                .inputOutput,
                .notListening(safe(Array(path.utf8)), cause: systemWords(error.number)))
        case .passed: Failure(.usage, .wrongPassedSocket)
        }
    }

    /// Removes the stale socket of a killed server.
    private func removeDeadSocket(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, !HTTPServer.answers(atSocket: path) else {
            throw Failure(.tryLater, "socket-taken", .socketTaken(safe(Array(path.utf8))))
        }
        unlink(path)
    }

    /// Returns the address of the page with a new single-use sign-in code.
    ///
    /// - Parameter life: The validity of the code; nil for the default.
    func address(signingInFor life: Duration?) -> String {
        let code = life.map { gate.codes.make(for: $0) } ?? gate.codes.make()
        // The fragment does not reach logs, proxies or link previews.
        let fragment = gate.userHeader == nil ? "#code=" + code : ""
        return place.address(port: port) + "/" + fragment
    }

    /// Stops the server after running requests have finished.
    func stop() throws {
        board?.stop()
        try server?.stop(within: .milliseconds(800))
        if case .socket(let path) = place.endpoints.first { unlink(path) }
    }
}

/// A value that threads can wait for.
private final class Ready<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    /// The value; nil before it is set.
    var now: Value? { state.withLock(\.value) }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiting.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    func set(_ value: Value) {
        let waiting = state.withLock { state in
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}

import Clibgit2

/// Connects an ``ExecConnection`` to libgit2's smart protocol.
enum ExecTransport {
    /// The value for `git_remote_callbacks.transport`, whose payload is a ``TransferSession``: it
    /// keeps the connection until the remote is freed.
    static let create: git_transport_cb = { out, owner, payload in
        guard let payload, let connection = TransferSession.from(payload).connection else {
            return -1
        }
        var definition = git_smart_subtransport_definition()
        definition.callback = makeSubtransport
        definition.rpc = 0
        definition.param = Unmanaged.passUnretained(connection).toOpaque()
        return git_transport_smart(out, owner, &definition)
    }
}

private func makeSubtransport(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport>?>?,
    _ owner: UnsafeMutablePointer<git_transport>?, _ payload: UnsafeMutableRawPointer?
) -> Int32 {
    let subtransport = UnsafeMutablePointer<pmd_subtransport>.allocate(capacity: 1)
    subtransport.initialize(to: pmd_subtransport())
    // It may outlive the session in which it was created.
    subtransport.pointee.context = payload.map {
        Unmanaged<ExecConnection>.fromOpaque($0).retain().toOpaque()
    }
    subtransport.pointee.parent.action = beginService
    subtransport.pointee.parent.close = { transport in
        connection(ofTransport: transport)?.close()
        return 0
    }
    subtransport.pointee.parent.free = { transport in
        guard let transport else { return }
        let raw = UnsafeMutableRawPointer(transport)
        if let stream = raw.assumingMemoryBound(to: pmd_subtransport.self).pointee.stream {
            stream.deallocate()
        }
        if let context = raw.assumingMemoryBound(to: pmd_subtransport.self).pointee.context {
            Unmanaged<ExecConnection>.fromOpaque(context).release()
        }
        raw.assumingMemoryBound(to: pmd_subtransport.self).deallocate()
    }
    out?.pointee = UnsafeMutableRawPointer(subtransport)
        .assumingMemoryBound(to: git_smart_subtransport.self)
    return 0
}

/// Begins a service. The listing of references starts the program; the following transfer
/// continues the same conversation.
private func beginService(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport_stream>?>?,
    _ transport: UnsafeMutablePointer<git_smart_subtransport>?,
    _ url: UnsafePointer<CChar>?, _ service: git_smart_service_t
) -> Int32 {
    guard let out, let transport, let connection = connection(ofTransport: transport) else {
        return -1
    }
    let owner = UnsafeMutableRawPointer(transport).assumingMemoryBound(to: pmd_subtransport.self)
    if service == GIT_SERVICE_UPLOADPACK_LS || service == GIT_SERVICE_RECEIVEPACK_LS {
        do throws(GitError) {
            try connection.start(service == GIT_SERVICE_UPLOADPACK_LS ? .upload : .receive)
        } catch {
            return connection.note(error)
        }
        owner.pointee.stream?.deallocate()
        owner.pointee.stream = makeStream(transport, owner.pointee.context)
    }
    guard let stream = owner.pointee.stream else { return -1 }
    out.pointee = UnsafeMutableRawPointer(stream)
        .assumingMemoryBound(to: git_smart_subtransport_stream.self)
    return 0
}

private func makeStream(
    _ transport: UnsafeMutablePointer<git_smart_subtransport>, _ payload: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<pmd_stream> {
    let stream = UnsafeMutablePointer<pmd_stream>.allocate(capacity: 1)
    stream.initialize(to: pmd_stream())
    stream.pointee.context = payload
    stream.pointee.parent.subtransport = transport
    stream.pointee.parent.read = { stream, buffer, size, count in
        guard let connection = connection(ofStream: stream) else { return -1 }
        do throws(GitError) {
            count?.pointee = try connection.read(
                into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            return 0
        } catch {
            return connection.note(error)
        }
    }
    stream.pointee.parent.write = { stream, buffer, size in
        guard let connection = connection(ofStream: stream) else { return -1 }
        do throws(GitError) {
            try connection.write(UnsafeRawBufferPointer(start: buffer, count: size))
            return 0
        } catch {
            return connection.note(error)
        }
    }
    // It is freed with its transport.
    stream.pointee.parent.free = { _ in }
    return stream
}

private func connection(
    ofTransport transport: UnsafeMutablePointer<git_smart_subtransport>?
) -> ExecConnection? {
    guard let transport else { return nil }
    let context = UnsafeMutableRawPointer(transport)
        .assumingMemoryBound(to: pmd_subtransport.self).pointee.context
    return context.map { Unmanaged<ExecConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(
    ofStream stream: UnsafeMutablePointer<git_smart_subtransport_stream>?
) -> ExecConnection? {
    guard let stream else { return nil }
    let context = UnsafeMutableRawPointer(stream)
        .assumingMemoryBound(to: pmd_stream.self).pointee.context
    return context.map { Unmanaged<ExecConnection>.fromOpaque($0).takeUnretainedValue() }
}

import Foundation
import NIOCore

/// Takes a server's ports and gives them back, so that a taken port is found before long work begins.
///
/// It binds them and does not listen, so nobody who waits for the server can connect too early. Another program may still
/// take a port before the server starts; the start then fails with the same error.
struct PortCheck {
    let configuration: ServerConfiguration

    func run() throws(ListenError) {
        try take(configuration.host, configuration.port, .port)
        if configuration.lab != .off { try take(configuration.host, configuration.contentPort, .contentPort) }
        if let port = configuration.operationsPort {
            try take(configuration.operationsHost, port, .operationsPort)
        }
    }

    private func take(_ host: String, _ port: Int, _ setting: ServerOption) throws(ListenError) {
        do { try Self.bindOnly(SocketAddress.makeAddressResolvingHost(host, port: port)) } catch {
            throw ListenError(host: host, port: port, setting: setting, cause: error)
        }
    }

    private static func bindOnly(_ address: SocketAddress) throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = CInt(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(address.protocol.rawValue, kind, 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(descriptor) }
        // As the server does it: a port whose connections have just ended is free.
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        let result = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
        guard result == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
    }
}

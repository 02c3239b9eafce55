import NIOCore
import NIOPosix

/// Opens a server's ports and closes them again, so that a taken port is found before long work begins.
///
/// Another program may still take a port before the server starts; the start then fails with the same error.
struct PortCheck {
    let configuration: ServerConfiguration

    func run() async throws(ListenError) {
        try await open(configuration.host, configuration.port, .port)
        if configuration.lab != .off { try await open(configuration.host, configuration.contentPort, .contentPort) }
        if let port = configuration.operationsPort {
            try await open(configuration.operationsHost, port, .operationsPort)
        }
    }

    private func open(_ host: String, _ port: Int, _ setting: ServerOption) async throws(ListenError) {
        do {
            let socket = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await socket.close()
        } catch {
            throw ListenError(host: host, port: port, setting: setting, cause: error)
        }
    }
}

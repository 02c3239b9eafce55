import Foundation
import MarqueeCore
import MarqueeTesting
import NIOCore
import NIOPosix
import Testing

@testable import MarqueeServer

/// Which ports a server opens, and what it says when it cannot.
@Suite(.timeLimit(.minutes(10))) struct ListenersTests {
    // HUB-244
    @Test(arguments: [
        ("127.0.0.1", false), ("0.0.0.0", false), ("localhost", true), ("::1", true), ("::", true), ("192.0.2.1", true),
    ])
    func `the lab's phones have a port of their own where 127.0.0.1 is not the server's`(
        _ host: String, _ needsItsOwn: Bool
    ) throws {
        let configuration = try ServerConfiguration(flags: [.host: host])
        #expect(Listeners.labNeedsItsOwn(configuration) == needsItsOwn)
    }

    @Test(arguments: [
        ("127.0.0.1", EADDRINUSE, "127.0.0.1:80: another program uses this port; choose another with --port"),
        ("::1", EACCES, "[::1]:80: the system does not permit this port; choose another with --port"),
        ("192.0.2.1", EADDRNOTAVAIL, "192.0.2.1:80: this machine has no such address; choose another with --host"),
    ])
    func `the error of a port that cannot be opened names the address and the flag`(
        _ host: String, _ errno: CInt, _ message: String
    ) {
        let error = ListenError(
            host: host, port: 80, setting: .port, cause: IOError(errnoCode: errno, reason: "bind"))
        #expect(error.message == "cannot listen on \(message)")
    }

    /// Who waits for the server would take it for one that runs.
    @Test func `nobody can connect while the ports are checked`() async throws {
        let probe = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
            host: "127.0.0.1", port: 0
        ).get()
        let port = try #require(probe.localAddress?.port)
        try await probe.close()
        let configuration = try ServerConfiguration(flags: [.port: String(port), .lab: "off"])
        let (isConnected, isDone) = (Locked(false), Locked(false))
        async let attempts: Void = {
            for _ in 0..<500 {
                try? await RawConnection.with(port: port) { _ in isConnected.withLock { $0 = true } }
            }
            isDone.withLock { $0 = true }
        }()
        while !isDone.withLock({ $0 }) {
            try PortCheck(configuration: configuration).run()
            await Task.yield()
        }
        await attempts
        #expect(isConnected.withLock { $0 } == false)
    }

    @Test(arguments: [ServerOption.port, .contentPort, .operationsPort])
    func `a port in use ends the start with its address`(_ option: ServerOption) async throws {
        try await TestServer([.lab: "open"], isPublished: false).running { addresses, _ in
            let taken = try #require(addresses.server.port)
            let second = try await TestServer([.lab: "open", option: String(taken)], isPublished: false)
            let error = await #expect(throws: ListenError.self) { try await second.running { _, _ in } }
            #expect(error?.code == .portInUse)
            #expect(
                error?.message
                    == "cannot listen on 127.0.0.1:\(taken): another program uses this port; choose another with --\(option.rawValue)"
            )
        }
    }
}

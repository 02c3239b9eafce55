import Foundation
import MarqueeTesting
import NIOCore
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

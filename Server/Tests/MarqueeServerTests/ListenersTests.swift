import Testing

@testable import MarqueeServer

/// Which ports a server opens.
@Suite struct ListenersTests {
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
}

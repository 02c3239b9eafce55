import Testing

@testable import Placements

/// The server's address for answers to requests that name it.
@Suite struct AskedAddressTests {
    @Test func `each request gets the address that it names itself`() {
        let address = AskedAddress(servesTLS: true)
        for _ in 0..<2 {
            #expect(address.base(of: "example.org:8080") == "https://example.org:8080")
            #expect(address.base(of: "[::1]") == "https://[::1]")
        }
    }

    @Test(arguments: [nil, "", "a b", "user@host", "host/path", String(repeating: "a", count: 256)])
    func `a request that names none gets localhost`(_ authority: String?) {
        #expect(AskedAddress(servesTLS: false).base(of: authority) == "http://localhost")
    }
}

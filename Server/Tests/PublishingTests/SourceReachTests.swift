import Foundation
import Testing

@testable import Publishing

/// Feeds typed into the portal must not lead to what stands beside the server. HUB-002
@Suite struct SourceReachTests {
    @Test(arguments: [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1",
        "ff02::1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
    ])
    func `an address of this machine or its networks is not public`(_ text: String) throws {
        #expect(try !#require(InternetAddress(text)).isPublic)
    }

    @Test(arguments: ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "2002:0808:0808::"])
    func `an address that everybody sees is public`(_ text: String) throws {
        #expect(try #require(InternetAddress(text)).isPublic)
    }

    @Test(arguments: ["http://127.0.0.1:1/feed", "http://localhost:1/feed", "http://[::1]:1/", "http://2130706433:1/"])
    func `a feed inside the server's network is refused before anything is sent`(_ address: String) async throws {
        let error = await #expect(throws: PublishingError.self) {
            try await HTTPSourceFetcher().fetch(try #require(URL(string: address)), maximum: 100)
        }
        #expect(error?.code == .unreachable && error?.message.contains("own network") == true)
    }

    @Test func `nothing but web addresses is fetched`() async throws {
        for address in ["file:///etc/passwd", "ftp://example.org/", "http:///"] {
            await #expect(throws: PublishingError.self) {
                try await HTTPSourceFetcher(reach: .anywhere).fetch(try #require(URL(string: address)), maximum: 100)
            }
        }
    }
}

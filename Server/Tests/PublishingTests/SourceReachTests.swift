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
    func `an internet address is public`(_ text: String) throws {
        #expect(try #require(InternetAddress(text)).isPublic)
    }

    /// Every address that the system can read is judged, in each form that it takes here, and ranges of it too.
    @Test func `every address is classified, whatever its bytes`() throws {
        var random = SystemRandomNumberGenerator()
        let bytes: [UInt8] = [0, 1, 10, 32, 100, 127, 255]
        for _ in 0..<20_000 {
            let four = (0..<4).map { _ in String(bytes.randomElement(using: &random) ?? 0) }.joined(separator: ".")
            let groups = (0..<8).map { _ in
                String(
                    Int(bytes.randomElement(using: &random) ?? 0) << (Bool.random(using: &random) ? 8 : 0), radix: 16)
            }
            let texts = [four, groups.joined(separator: ":"), "::ffff:\(four)", "64:ff9b::\(four)"]
            let addresses = try texts.map { try #require(InternetAddress($0)) }
            let ranges = texts.compactMap { AddressRange($0) }
            #expect(ranges.count == texts.count)
            for (range, address) in zip(ranges, addresses) { #expect(range.contains(address)) }
            #expect(addresses.dropFirst(2).allSatisfy { $0.isPublic == addresses[0].isPublic })
        }
    }

    @Test(arguments: ["http://127.0.0.1:1/feed", "http://localhost:1/feed", "http://[::1]:1/", "http://2130706433:1/"])
    func `a feed inside the server's network is refused before anything is sent`(_ address: String) async throws {
        let error = await #expect(throws: PublishingError.self) {
            try await HTTPSourceFetcher().fetch(try #require(URL(string: address)), maximum: 100)
        }
        #expect(error?.code == .unreachable && error?.message.contains("own network") == true)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.128.0.0/9", "10.127.0.1", false),
        ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("fd12::/32", "fd12::1", true), ("fd12::/32", "fd13::1", false), ("0.0.0.0/0", "192.168.1.1", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "::1", true),
        ("10.1.0.0/16", "0.0.0.0", false), ("0.0.0.0/8", "0.0.0.0", true), ("fd12::/32", "0.0.0.0", false),
        ("0.0.0.0/32", "::", false), ("::/96", "0.0.0.0", false),
    ])
    func `a network has the addresses of its prefix`(_ range: String, _ address: String, _ isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(try range.contains(#require(InternetAddress(address))) == isInside)
    }

    @Test(arguments: [
        "", "10", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.1/8", "fd12::/129", "fd12::1/32",
        "localhost", "10.0.0.0/8/8", "10.0.0.0 /8",
    ])
    func `a text that is not a network is refused`(_ text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/feed", true), ("http://localhost:1/feed", true), ("http://127.0.0.2:1/feed", false),
        ("http://10.0.0.1:1/feed", false), ("http://0.0.0.0:1/feed", false), ("http://0:1/feed", false),
    ])
    func `only a network that the operator named may be read`(_ address: String, _ isReached: Bool) async throws {
        let own = try ["127.0.0.1", "::1"].map { try #require(AddressRange($0)) }
        let error = await #expect(throws: PublishingError.self) {
            try await HTTPSourceFetcher(reach: .publicAnd(own)).fetch(try #require(URL(string: address)), maximum: 100)
        }
        // Nobody listens there: what may be read ends with the refused connection.
        #expect(error?.message.contains("own network") == !isReached, "\(error?.message ?? "")")
    }

    @Test func `only a document from inside the networks may name files inside them`() async throws {
        let own = try [#require(AddressRange("127.0.0.1"))]
        let reach = HTTPSourceFetcher.Reach.publicAnd(own)
        let asked = { try await InternetAddress.address(of: $0, within: own).isInside }
        #expect(try await reach.afterAsking(isInside: asked("127.0.0.1")) == reach)
        #expect(try await reach.afterAsking(isInside: asked("1.1.1.1")) == .publicOnly)
        #expect(HTTPSourceFetcher.Reach.anywhere.afterAsking(isInside: false) == .anywhere)
    }

    @Test func `only web addresses are fetched`() async throws {
        for address in ["file:///etc/passwd", "ftp://example.org/", "http:///"] {
            await #expect(throws: PublishingError.self) {
                try await HTTPSourceFetcher(reach: .anywhere).fetch(try #require(URL(string: address)), maximum: 100)
            }
        }
    }
}

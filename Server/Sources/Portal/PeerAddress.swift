import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The part of a peer's address that failed sign-ins are counted by: an IPv4 address, or the first 64 bits of an IPv6
/// address, of which one subscriber has any number of the rest.
enum PeerAddress {
    /// "" when the context does not know its peer.
    ///
    /// With proxies before the server, the peer is the last of them, and whom the first one served stands in
    /// `X-Forwarded-For`, so many places from its end: what stands before that, anybody can have written.
    static func origin(_ request: Request, _ context: some RequestContext, proxies: Int) -> String {
        let peer = (context as? any RemoteAddressRequestContext)?.remoteAddress
        let forwarded = HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0] } ?? []
        return (client(forwarded, proxies: proxies) ?? peer).map(origin) ?? ""
    }

    /// `nil` without proxies, and when they did not write that many addresses.
    static func client(_ forwarded: [String], proxies: Int) -> SocketAddress? {
        let hops = forwarded.flatMap { $0.split(separator: ",") }
        guard proxies > 0, hops.count >= proxies else { return nil }
        return address(hops[hops.count - proxies].trimmingCharacters(in: .whitespaces))
    }

    /// Reads an address, alone or with a port as some proxies write it: `192.0.2.1:80`, `[2001:db8::1]:80`.
    private static func address(_ text: String) -> SocketAddress? {
        let bare =
            text.hasPrefix("[")
            ? String(text.dropFirst().prefix { $0 != "]" })
            : text.count { $0 == ":" } == 1 ? String(text.prefix { $0 != ":" }) : text
        return try? SocketAddress(ipAddress: bare, port: 0)
    }

    static func origin(_ address: SocketAddress) -> String {
        guard case .v6(let address) = address else { return address.ipAddress ?? "local" }
        // Behind family, port and flow label (RFC 3493, section 3.3).
        let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}

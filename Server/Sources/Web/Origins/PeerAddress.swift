import Foundation
import HTTPTypes
package import Hummingbird
package import NIOCore

/// The part of a peer's address that it is counted by: an IPv4 address, or the first 64 bits of an IPv6 address, of which
/// one subscriber has any number of the rest.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    private enum Family: Sendable {
        case four
        case six
        /// A socket of this machine.
        case local
    }

    private let family: Family
    private let bits: UInt64

    package init(_ address: SocketAddress) {
        switch address {
        case .v4(let address): (family, bits) = (.four, UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr)))
        case .v6(let address):
            // Behind family, port and flow label (RFC 3493, section 3.3).
            let (high, low) = withUnsafeBytes(of: address.address) {
                (
                    UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                    UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                )
            }
            let isMapped = high == 0 && low >> 32 == 0xFFFF
            (family, bits) = isMapped ? (.four, low & 0xFFFF_FFFF) : (.six, high)
        case .unixDomainSocket: (family, bits) = (.local, 0)
        }
    }

    /// The address that a request comes from; `nil` when the context does not know its peer.
    ///
    /// With proxies before the server, the peer is the last of them, and whom the first one served stands in
    /// `X-Forwarded-For`, so many places from its end: what stands before that, anybody can have written.
    package init?(_ request: Request, _ context: some RequestContext, proxies: Int) {
        let peer = (context as? any RemoteAddressRequestContext)?.remoteAddress
        let forwarded =
            proxies > 0 ? HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0] } ?? [] : []
        guard let address = Self.client(forwarded, proxies: proxies) ?? peer else { return nil }
        self.init(address)
    }

    /// A number that stands for it in this process.
    package var number: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }

    /// `192.0.2.1`, or `2001:db8:1:2::/64`.
    package var description: String {
        switch family {
        case .four:
            stride(from: 24, through: 0, by: -8).map { String(bits >> UInt64($0) & 0xFF) }.joined(separator: ".")
        case .six:
            stride(from: 48, through: 0, by: -16).map { String(bits >> UInt64($0) & 0xFFFF, radix: 16) }
                .joined(separator: ":") + "::/64"
        case .local: "local"
        }
    }

    /// "" when the context does not know its peer.
    package static func origin(_ request: Request, _ context: some RequestContext, proxies: Int) -> String {
        PeerAddress(request, context, proxies: proxies)?.description ?? ""
    }

    static func origin(_ address: SocketAddress) -> String { PeerAddress(address).description }

    /// `nil` without proxies, and when they did not write that many addresses.
    static func client(_ forwarded: [String], proxies: Int) -> SocketAddress? {
        guard proxies > 0 else { return nil }
        let hops = forwarded.flatMap { $0.split(separator: ",") }
        guard hops.count >= proxies else { return nil }
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
}

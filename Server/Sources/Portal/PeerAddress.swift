import Foundation
import Hummingbird
import NIOCore

/// The part of a peer's address that failed sign-ins are counted by: an IPv4 address, or the first 64 bits of an IPv6
/// address, of which one subscriber has any number of the rest.
enum PeerAddress {
    /// "" when the context does not know its peer.
    static func origin(_ context: some RequestContext) -> String {
        guard let peer = (context as? any RemoteAddressRequestContext)?.remoteAddress else { return "" }
        return origin(peer)
    }

    static func origin(_ address: SocketAddress) -> String {
        guard case .v6(let address) = address else { return address.ipAddress ?? "local" }
        let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}

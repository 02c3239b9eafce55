import Foundation

/// Neighbouring IP addresses, written `10.0.0.0/8`, `fd00::/8`, or as a single address.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    /// The text as it was written.
    public let description: String
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads a range.
    ///
    /// Nil for any other text, and for an address with set bits after its prefix, where the address or the prefix is a
    /// mistake.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ InternetAddress(String($0)) }) else { return nil }
        let width = address.bytes.count * 8
        let bits = parts.count == 2 ? Self.number(parts[1]) : width
        guard let bits, bits <= width else { return nil }
        let rest = address.bytes.enumerated().contains { index, byte in byte & ~Self.mask(index, bits) != 0 }
        guard !rest else { return nil }
        let isMapped = address.unmapped != address && bits >= 96
        (description, bytes, self.bits) =
            isMapped ? (text, address.unmapped.bytes, bits - 96) : (text, address.bytes, bits)
    }

    /// Whether an address is in the range; an IPv4 address written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
    func contains(_ address: InternetAddress) -> Bool {
        let plain = address.unmapped.bytes
        return plain.count == bytes.count
            && plain.indices.allSatisfy { plain[$0] & Self.mask($0, bits) == bytes[$0] }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    /// The bits of a byte that belong to the prefix.
    static func mask(_ index: Int, _ bits: Int) -> UInt8 {
        let inside = min(max(bits - index * 8, 0), 8)
        return inside == 0 ? 0 : UInt8.max << (8 - inside)
    }
}

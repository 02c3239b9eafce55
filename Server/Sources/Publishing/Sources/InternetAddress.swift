import Foundation
import PlatformStore

/// An IP address, and whether it belongs to the public internet.
struct InternetAddress: Equatable {
    /// Four or sixteen bytes.
    let bytes: [UInt8]

    /// - Parameter text: as `getaddrinfo` writes it.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    private init(four bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The IPv4 address that an IPv6 address stands for, or the address itself.
    var unmapped: InternetAddress {
        isMapped ? InternetAddress(four: bytes[12...]) : self
    }

    /// Whether it is an IPv4 address written as an IPv6 address.
    private var isMapped: Bool { begins(Array(repeating: 0, count: 10) + [0xFF, 0xFF], 96) }

    /// False for this machine, private networks, addresses for documentation, tests and multicast, and addresses that
    /// embed one of these (IANA special-purpose address registries).
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.special4.contains { begins($0.0, $0.1) } }
        let inner: ArraySlice<UInt8>? =
            if isMapped || begins([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96) {
                bytes[12...]
            } else if begins([0x20, 0x02], 16) { bytes[2..<6] } else { nil }
        if let inner { return InternetAddress(four: inner).isPublic }
        // Only 2000::/3 is allocated; two ranges within it are for examples and tunnels.
        return begins([0x20], 3) && !begins([0x20, 0x01, 0x0D, 0xB8], 32) && !begins([0x20, 0x01, 0x00, 0x00], 23)
    }

    /// Looks a host up and returns one of its addresses, all of which have to be public or in one of `ranges`.
    static func address(
        of host: String, within ranges: [AddressRange]
    ) async throws(PublishingError) -> (text: String, isInside: Bool) {
        let name = host.trimmingCharacters(in: ["[", "]"])
        let texts: [String]
        do {
            texts = try await BlockingWork.run { () throws(StoreError) in lookUp(name) }
        } catch { throw PublishingError(error) }
        guard let first = texts.first else { throw PublishingError(.unreachable, "there is no host \(name)") }
        let judged = texts.map { text -> (isInside: Bool, isPublic: Bool) in
            guard let address = InternetAddress(text) else { return (false, false) }
            return (ranges.contains { $0.contains(address) }, address.isPublic)
        }
        guard judged.allSatisfy({ $0.isInside || $0.isPublic }) else {
            throw PublishingError(
                .unreachable,
                "\(name) is inside this server's own network, which feeds may not read unless the setting feed-networks "
                    + "names it")
        }
        return (first, judged.first?.isInside ?? false)
    }

    private static func lookUp(_ name: String) -> [String] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &list) == 0, let list else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0.pointee.ai_next }).compactMap { entry in
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(text.count)
            guard
                getnameinfo(
                    entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0
            else { return nil }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// Whether the first `bits` are those of `prefix`; false for an address that has fewer.
    private func begins(_ prefix: [UInt8], _ bits: Int) -> Bool {
        guard bits <= bytes.count * 8, bits <= prefix.count * 8 else { return false }
        return zip(bytes, prefix).enumerated().allSatisfy { index, pair in
            (pair.0 ^ pair.1) & AddressRange.mask(index, bits) == 0
        }
    }

    private static let special4: [([UInt8], Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24), ([224], 3),
    ]
}

import MarqueeWire
import Foundation

/// Finds where addresses occur in a source: between quotes, brackets or spaces.
///
/// The time is linear in the length of the text, for any number of addresses.
enum AddressScan {
    struct Place {
        let range: Range<Int>
        /// The address as the caller gave it.
        let address: String
        /// Whether the address is a link's or an image's; `nil` when its place does not show that, as in the definition
        /// of a reference.
        let use: Use?
    }

    enum Use {
        case image
        case link
    }

    /// The most words and brackets that one address holds.
    private static let maximumParts = 24

    /// The places in the order of the source.
    /// - Parameters:
    ///   - addresses: as rendered HTML writes them. A source may spell them differently, for example `a b` for `a%20b`.
    ///   - source: Markdown or HTML.
    ///   - skipped: ranges of bytes to skip, in their order.
    static func places(of addresses: some Sequence<String>, in source: [UInt8], skipping skipped: [Range<Int>] = [])
        -> [Place]
    {
        let wanted = Dictionary(addresses.map { (plain($0.utf8), $0) }) { first, _ in first }
        guard let longest = wanted.keys.map(\.count).max() else { return [] }
        let ends = Self.ends(source)
        var skip = skipped[...]
        var places: [Place] = []
        // The longest escaped spelling of an address, and a budget for all comparisons together.
        let reach = longest * 3 + 16
        var budget = source.count * 64 + (1 << 20)
        var index = -1
        while index < source.count, budget > 0 {
            defer { index += 1 }
            while let range = skip.first, index + 1 >= range.lowerBound {
                skip.removeFirst()
                index = max(index, range.upperBound - 1)
            }
            guard let parts = parts(startingAfter: index, in: source) else { continue }
            var (end, found) = (index + 1, Place?.none)
            for _ in 0..<parts {
                guard end < source.count else { break }
                end = Int(ends[end])
                let length = end - index - 1
                guard length > 0, length <= reach else { break }
                budget -= length
                if let address = wanted[plain(source[(index + 1)..<end])] {
                    found = Place(range: (index + 1)..<end, address: address, use: nil)
                }
                guard end < source.count, source[end] != UInt8(ascii: "\n") else { break }
                end += 1
            }
            guard let found else { continue }
            let use = use(before: found.range.lowerBound, in: source, &budget)
            places.append(Place(range: found.range, address: found.address, use: use))
            index = found.range.upperBound - 1
        }
        return places
    }

    /// The most words and brackets of an address that begins after the byte at `index`; `nil` when no address begins
    /// there.
    private static func parts(startingAfter index: Int, in source: [UInt8]) -> Int? {
        guard index >= 0 else { return maximumParts }
        switch source[index] {
        case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "}"):
            return maximumParts
        case UInt8(ascii: "="): return 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            // After the colon of a reference's definition.
            let before = source[max(0, index - 16)..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            return before == UInt8(ascii: ":") ? maximumParts : nil
        default: return nil
        }
    }

    /// Whether the address that begins at `index` is a link's or an image's; the same address may occur as both.
    private static func use(before index: Int, in source: [UInt8], _ budget: inout Int) -> Use? {
        var end = index
        while end > 0, "\"'< ".utf8.contains(source[end - 1]) { end -= 1 }
        let head = source[..<end]
        if head.last == UInt8(ascii: "=") {
            let name = head.dropLast().suffix(8).map { $0 | 0x20 }
            return name.suffix(4) == Array("href".utf8) ? .link : .image
        }
        guard head.suffix(2).elementsEqual("](".utf8) else { return nil }
        // Searches back for the bracket that opens the text in front of the address.
        var (depth, place) = (0, end - 2)
        while place >= 0, end - place < 2000, budget > 0 {
            budget -= 1
            if source[place] == UInt8(ascii: "]") { depth += 1 }
            if source[place] == UInt8(ascii: "[") { depth -= 1 }
            if depth == 0 { return place > 0 && source[place - 1] == UInt8(ascii: "!") ? .image : .link }
            place -= 1
        }
        return nil
    }

    /// For each byte, the next byte (or the byte itself) before which an address can end.
    private static func ends(_ source: [UInt8]) -> [Int32] {
        var ends = [Int32](repeating: Int32(source.count), count: source.count)
        var next = Int32(source.count)
        for index in source.indices.reversed() {
            switch source[index] {
            case UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ">"), UInt8(ascii: " "),
                UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "?"):
                next = Int32(index)
            default: break
            }
            ends[index] = next
        }
        return ends
    }

    /// The bytes that an address stands for, with percent signs, backslashes and `&amp;` decoded.
    private static func plain(_ address: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(address)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = HexDigits.value(bytes[index + 1]),
                let low = HexDigits.value(bytes[index + 2])
            {
                plain.append(high << 4 | low)
                index += 3
            } else if byte == UInt8(ascii: "&"), bytes[index...].starts(with: "&amp;".utf8) {
                plain.append(byte)
                index += 5
            } else if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, isPunctuation(bytes[index + 1]) {
                plain.append(bytes[index + 1])
                index += 2
            } else {
                plain.append(byte)
                index += 1
            }
        }
        return plain
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
            || (0x7B...0x7E).contains(byte)
    }
}

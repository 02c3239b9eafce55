import Foundation
import MarqueeWire

/// JSON that is written once, with gaps for values that are filled in each time it is used.
struct PreparedJSON<Gap: Sendable>: Sendable {
    /// Makes the values that stand for gaps while the JSON is put together.
    struct Gaps {
        // Nobody can guess the mark, so no text of a document looks like a gap.
        fileprivate let mark = UUID().uuidString
        fileprivate var all: [Gap] = []

        /// A value that is filled in.
        mutating func value(_ gap: Gap) -> JSONValue {
            all.append(gap)
            return .text("\(mark)\(all.count - 1)\(mark)")
        }
    }

    /// What stands before the first gap.
    private let start: [UInt8]
    /// The gaps in the order of the text, each with what stands between it and the next one.
    private let parts: [(gap: Gap, rest: [UInt8])]

    init(_ value: (inout Gaps) -> JSONValue) {
        var gaps = Gaps()
        let text = String(decoding: value(&gaps).bytes, as: UTF8.self)
        // JSON and numbers of gaps in turns; the JSON has the quotation marks around them.
        let pieces = text.components(separatedBy: gaps.mark).map { Array($0.utf8) }
        start = pieces.count == 1 ? pieces[0] : pieces[0].dropLast()
        parts = stride(from: 1, to: pieces.count, by: 2).map { place in
            let isLast = place + 2 == pieces.count
            let rest = pieces[place + 1].dropFirst().dropLast(isLast ? 0 : 1)
            return (gaps.all[pieces[place].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }], Array(rest))
        }
    }

    /// Appends the JSON.
    /// - Parameter fill: appends the JSON of a gap.
    func write(to bytes: inout [UInt8], fill: (Gap, inout [UInt8]) -> Void) {
        bytes += start
        for part in parts {
            fill(part.gap, &bytes)
            bytes += part.rest
        }
    }
}

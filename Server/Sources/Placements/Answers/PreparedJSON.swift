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
            return .text("\(mark)\(all.count - 1)")
        }
    }

    /// What stands before the first gap.
    private let start: [UInt8]
    /// The gaps in the order of the text, each with what stands between it and the next one.
    private let parts: [(gap: Gap, rest: [UInt8])]

    init(_ value: (inout Gaps) -> JSONValue) {
        var gaps = Gaps()
        let text = String(decoding: value(&gaps).bytes, as: UTF8.self)
        let pieces = text.components(separatedBy: "\"\(gaps.mark)")
        start = Array(pieces[0].utf8)
        parts = pieces.dropFirst().compactMap { piece in
            let ends = piece.utf8.firstIndex(of: UInt8(ascii: "\""))
            return ends.flatMap { end in
                Int(piece[..<end]).map { (gaps.all[$0], Array(piece.utf8[end...].dropFirst())) }
            }
        }
    }

    /// Appends the JSON.
    /// - Parameter value: what fills a gap.
    func write(to bytes: inout [UInt8], filling value: (Gap) -> JSONValue) {
        bytes += start
        for part in parts {
            value(part.gap).write(to: &bytes)
            bytes += part.rest
        }
    }
}

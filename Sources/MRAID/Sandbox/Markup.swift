/// An ad's markup, scanned only as far as wrapping it needs. This is not an HTML parser, but it skips what browsers
/// skip: comments, quoted attributes, and the text of scripts and styles. Safety does not depend on its results: policy
/// and bootstrap always stand in front.
///
/// The code works on bytes, as browsers do: in Swift, a `>` followed by a combining mark is another `Character`.
struct Markup {
    private let bytes: [UInt8]
    /// Whether the ad is a whole document rather than a fragment.
    let isDocument: Bool
    /// The ranges of `<script src="…mraid.js"></script>`, in order.
    private let references: [Range<Int>]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        var scanner = MarkupScanner(self.bytes)
        var isDocument = false
        var references: [Range<Int>] = []
        while let tag = scanner.next() {
            isDocument = isDocument || Self.documentNames.contains(tag.name)
            if tag.name == "script", let source = tag.source, Sandbox.isReference(toScript: source),
                let end = scanner.endOfEmptyScript
            {
                references.append(tag.start..<end)
            }
        }
        (self.isDocument, self.references) = (isDocument, references)
    }

    private static let documentNames: Set<String> = ["!doctype", "html", "head", "body"]

    var isBlank: Bool { bytes.allSatisfy(MarkupScanner.isBlank) }

    /// The ad without its references to `mraid.js`.
    var withoutReferences: String { String(decoding: rest(from: 0), as: UTF8.self) }

    /// The ad without its references, with the text inserted after the document type. Without a document type, or with
    /// other text before it, the text is inserted at the start.
    func inserting(_ front: String) -> String {
        let start = bytes.firstIndex { !MarkupScanner.isBlank($0) } ?? bytes.endIndex
        guard MarkupScanner.has("<!doctype", in: bytes, at: start),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return front + withoutReferences }
        return String(decoding: bytes[...end], as: UTF8.self) + front
            + String(decoding: rest(from: end + 1), as: UTF8.self)
    }

    private func rest(from start: Int) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count - start)
        var position = start
        for reference in references where reference.lowerBound >= position {
            kept += bytes[position..<reference.lowerBound]
            position = reference.upperBound
        }
        return kept + bytes[position...]
    }
}

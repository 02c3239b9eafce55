/// An ad's markup, looked at as far as wrapping needs. Not a parser of HTML, but it skips what browsers skip: comments, quoted
/// attributes, and the text of scripts and styles. Nothing that matters for safety depends on its answers: policy and bootstrap
/// stand in front whatever they are.
///
/// It works on bytes, as browsers do: to Swift, a `>` with a combining mark behind it would be another character.
struct Markup {
    private let bytes: [UInt8]
    /// Whether the ad is a document of its own rather than a fragment.
    let isDocument: Bool
    /// The places of `<script src="…mraid.js"></script>`, in order.
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

    /// The ad without its references, with the text after its document type, or in front of a document without one, or with
    /// anything but blanks before it.
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

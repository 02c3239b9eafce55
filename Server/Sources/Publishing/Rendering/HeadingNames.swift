import Foundation

/// Gives the headings of one text anchors, so that links to them work.
///
/// Site generators make different anchors from the same heading; each heading gets all of them.
struct HeadingNames {
    /// Anchors that the text itself defines.
    private var written: Set<String> = []
    /// How often an anchor was made, by its base and the generator.
    private var counts: [String: Int] = [:]
    /// Whether every heading moves down one level, because the page's own title is the first.
    private var isShifted = false

    /// The most bytes and parts of a heading that go into its anchor.
    private static let maximum = 200

    init() {}

    init(_ body: HTMLTree.Node) {
        var rest = [body]
        while let node = rest.popLast() {
            for index in 0..<node.childCount {
                let child = node.child(index)
                guard child.isElement, !child.isForeign else { continue }
                isShifted = isShifted || child.name == "h1"
                if let id = child.attribute("id") { written.insert(id) }
                rest.append(child)
            }
        }
    }

    /// The element that a heading becomes.
    func level(of name: String) -> String {
        guard isShifted, HTMLRules.headings.contains(name) else { return name }
        return ["h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6"][name] ?? name
    }

    /// The heading's anchors, the one for its own element first; empty if the heading already has an anchor.
    mutating func names(of heading: HTMLTree.Node) -> [String] {
        if let id = heading.attribute("id"), HTMLRules.isName(id) { return [] }
        let text = Self.text(heading)
        let made = [("github", Self.github(text)), ("zola", Self.zola(text)), ("kramdown", Self.kramdown(text))]
        return Ordered.unique(made.map { numbered($0.1, $0.0) }).filter { !written.contains($0) }
    }

    private mutating func numbered(_ base: String, _ generator: String) -> String {
        let base = HTMLRules.isName(base) ? base : "section"
        while true {
            let count = counts["\(generator) \(base)", default: 0]
            counts["\(generator) \(base)"] = count + 1
            let name = count == 0 ? base : "\(base)-\(count)"
            if !written.contains(name) { return name }
        }
    }

    private static func text(_ heading: HTMLTree.Node) -> String {
        var text = ""
        var rest = [heading]
        var looks = 0
        while let node = rest.popLast(), text.utf8.count < maximum, looks < maximum {
            looks += 1
            if let part = node.text { text += PlainText.prefix(part, bytes: maximum - text.utf8.count) }
            for index in (0..<min(node.childCount, maximum)).reversed() { rest.append(node.child(index)) }
        }
        return text.precomposedStringWithCanonicalMapping
    }

    /// Letters and digits in lower case, spaces as hyphens: GitHub's and Hugo's anchors.
    private static func github(_ text: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().unicodeScalars {
            if isLetter(scalar) || scalar == "_" || scalar == "-" { name.append(scalar) }
            if scalar == " " { name.append("-") }
        }
        return String(name)
    }

    /// ASCII letters and digits, everything between them as one hyphen: Zola's anchors.
    private static func zola(_ text: String) -> String {
        let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
        let plain = latin.folding(options: .diacriticInsensitive, locale: nil).lowercased()
        return plain.utf8.split { !(97...122).contains($0) && !(48...57).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// Letters, digits, spaces and hyphens from the first letter on: kramdown's anchors, which Jekyll uses.
    private static func kramdown(_ text: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if name.isEmpty, !scalar.properties.isAlphabetic { continue }
            if isLetter(scalar) || scalar == "-" { name.append(scalar) }
            if scalar == " " { name.append("-") }
        }
        return String(name)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}

/// Finds the fields a template names, with their lines, and refuses those that do not exist: rendering alone would
/// leave them empty without a word.
struct TemplateChecker {
    /// A tag inside `{{` and `}}`.
    struct Tag: Equatable {
        let sigil: Character?
        let name: String
        let line: Int
    }

    /// The fields of each template and of the lists within it, by section name.
    static let fields: [String: Set<String>] = [
        "head": ["language", "direction", "theme", "policy", "title", "style"],
        "card": card,
        "hub": page.union(card).union(["channels", "cards", "listStart", "listEnd"]),
        "channel": page.union(card).union(["cards", "listStart", "listEnd", "hubTitle", "hubAddress"]),
        "article": page.union([
            "channelTitle", "channelAddress", "hubTitle", "hubAddress", "byline", "date", "isoDate", "minutes", "hero",
            "body",
            "tags", "hasTags",
        ]),
    ]
    private static let page: Set<String> = ["language", "direction", "theme", "policy", "title", "style", "summary"]
    private static let card: Set<String> = [
        "mark", "image", "address", "title", "summary", "date", "isoDate", "language", "direction", "hasOwnLanguage",
    ]

    /// Refuses a template that names a field or a partial which its pages do not have.
    /// - Throws: ``PublishingError`` with `template`, naming file and line.
    static func check(_ text: String, name: String, file: String, partials: Set<String>) throws(PublishingError) {
        let allowed = fields[name] ?? Set(fields.values.joined())
        for tag in tags(in: text) {
            let place = "\(file):\(tag.line)"
            switch tag.sigil {
            case "!", "=": continue
            case ">":
                guard partials.contains(tag.name) else {
                    throw PublishingError(.template, "\(place): there is no template \"\(tag.name)\"")
                }
            case "/": continue
            default:
                guard tag.name == "." || allowed.contains(tag.name) else {
                    throw PublishingError(.template, "\(place): there is no field \"\(tag.name)\"")
                }
            }
        }
    }

    static func tags(in text: String) -> [Tag] {
        var tags: [Tag] = []
        var line = 1
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            line += rest[..<open.lowerBound].count { $0 == "\n" }
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else { break }
            var inner = rest[..<close.lowerBound].drop { $0 == "{" }
            let sigil = inner.first.flatMap { "#^/>&!=$<".contains($0) ? $0 : nil }
            if sigil != nil { inner = inner.dropFirst() }
            let name = inner.filter { !$0.isWhitespace }
            tags.append(Tag(sigil: sigil, name: String(name), line: line))
            line += rest[..<close.lowerBound].count { $0 == "\n" }
            rest = rest[close.upperBound...]
        }
        return tags
    }
}

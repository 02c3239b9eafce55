import Markup

/// Refuses templates that name unknown fields: rendering would leave such fields empty without an error.
enum TemplateChecker {
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

    /// The fields that are lists; a list has no list inside.
    private static let lists: Set<String> = ["cards", "channels", "tags"]

    /// - Throws: ``PublishingError`` with `template`, naming file and line.
    static func check(
        _ template: Template, name: String, file: String, partials: Set<String>
    ) throws(PublishingError) {
        let allowed = fields[name] ?? Set(fields.values.joined())
        for use in template.uses {
            let problem: String? =
                switch use.kind {
                case .template: partials.contains(use.name) ? nil : "there is no template \"\(use.name)\""
                case .value: isField(use.name, allowed) ? nil : "there is no field \"\(use.name)\""
                case .section:
                    if !isField(use.name, allowed) {
                        "there is no field \"\(use.name)\""
                    } else if lists.contains(use.name), use.sections.contains(use.name) {
                        "\"\(use.name)\" stands inside \"\(use.name)\", whose elements do not have this list"
                    } else {
                        nil
                    }
                }
            if let problem { throw PublishingError(.template, "\(file):\(use.line): \(problem)") }
        }
    }

    private static func isField(_ name: String, _ allowed: Set<String>) -> Bool {
        name == "." || allowed.contains(name)
    }
}

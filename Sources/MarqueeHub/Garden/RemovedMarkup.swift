/// Markup that no policy can stop. It is removed before the page is shown, and reported as a refused request.
struct RemovedMarkup: Sendable, Hashable {
    /// The element's name, in lower case.
    let element: String
    /// The address in the tag, as the page spells it; `nil` when no address can be read.
    let address: String?
}

extension RemovedMarkup {
    /// Reads the address of a removed tag, for the report only. No decision depends on it.
    /// - Parameters:
    ///   - element: the element's name, in lower case.
    ///   - tag: the bytes after the element's name, at least up to the tag's end.
    init(element: String, tag: PageBytes) {
        self.element = element
        let attributes = TagScanner(tag.prefix(Self.maximumTag)).lazy.filter { Self.addresses.contains($0.name) }
        address = attributes.compactMap(Self.address).first
    }

    private static let maximumTag = 2048
    private static let addresses: Set<String> = ["href", "src", "data", "action", "values", "to", "content"]

    private static func address(_ attribute: TagScanner.Attribute) -> String? {
        let text = String(decoding: attribute.value, as: UTF8.self)
        return attribute.name == "content" ? refreshTarget(text) : text
    }

    /// The address in the content of a refresh: `https://…` from `0; url=https://…`.
    private static func refreshTarget(_ content: String) -> String? {
        guard let equals = content.firstIndex(of: "="), content[..<equals].lowercased().contains("url") else {
            return nil
        }
        let target = content[content.index(after: equals)...].drop { " '\"".contains($0) }
        return String(target.prefix { !"'\"".contains($0) })
    }
}

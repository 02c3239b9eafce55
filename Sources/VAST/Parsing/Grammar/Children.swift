/// The elements that another element may contain, by name. Names are compared without case and namespace prefix.
struct Children<Parent>: Sendable, ExpressibleByDictionaryLiteral {
    /// Each child is stored twice: in the standard's spelling, which nearly every document uses, and in lower case.
    private var entries: [String: Child<Parent>] = [:]

    init(dictionaryLiteral elements: (String, Child<Parent>)...) {
        for (name, child) in elements {
            entries[name] = child
            entries[name.lowercased()] = child
        }
    }

    /// The entries of both. If a name occurs in both, the entry of `other` counts.
    func merging(_ other: Children) -> Children {
        var result = self
        result.entries.merge(other.entries) { $1 }
        return result
    }

    subscript(name: String) -> Child<Parent>? { entries[name] ?? entries[name.localName.lowercased()] }
}

/// What may stand in an element, by name; names are compared without regard to case and namespace prefix.
struct Children<Parent>: Sendable, ExpressibleByDictionaryLiteral {
    /// Each child twice: as the standard spells it, which nearly every document does as well, and in lower case.
    private var entries: [String: Child<Parent>] = [:]

    init(dictionaryLiteral elements: (String, Child<Parent>)...) {
        for (name, child) in elements {
            entries[name] = child
            entries[name.lowercased()] = child
        }
    }

    /// The entries of both; those of `other` win.
    func merging(_ other: Children) -> Children {
        var result = self
        result.entries.merge(other.entries) { $1 }
        return result
    }

    subscript(name: String) -> Child<Parent>? { entries[name] ?? entries[name.localName.lowercased()] }
}

extension String {
    /// An element's or attribute's name without namespace prefix.
    var localName: String {
        guard let colon = utf8.lastIndex(of: 0x3A) else { return self }
        return String(self[utf8.index(after: colon)...])
    }

    /// Whether an attribute of this name declares a namespace.
    var isNamespaceDeclaration: Bool { self == "xmlns" || hasPrefix("xmlns:") }
}

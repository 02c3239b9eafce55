extension String {
    /// The name of an element or attribute without its namespace prefix.
    var localName: String {
        guard let colon = utf8.lastIndex(of: 0x3A) else { return self }
        return String(self[utf8.index(after: colon)...])
    }

    /// Whether the name is a namespace declaration.
    var isNamespaceDeclaration: Bool { self == "xmlns" || hasPrefix("xmlns:") }
}

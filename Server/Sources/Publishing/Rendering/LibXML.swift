import CLibXML2

/// Reading libxml2's nodes as Swift values.
enum LibXML {
    static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    static func name(_ node: UnsafeMutablePointer<xmlNode>) -> String { string(node.pointee.name) }

    /// The text of a text node.
    static func content(_ node: UnsafeMutablePointer<xmlNode>) -> String { string(node.pointee.content) }

    /// All text below a node.
    static func text(_ node: UnsafeMutablePointer<xmlNode>) -> String {
        guard let content = xmlNodeGetContent(node) else { return "" }
        defer { marquee_xml_free(content) }
        return string(content)
    }

    /// In the document's order, names in lower case.
    static func attributes(_ node: UnsafeMutablePointer<xmlNode>) -> [(name: String, value: String)] {
        var list: [(String, String)] = []
        var next = node.pointee.properties
        while let attribute = next {
            let value = xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
            defer { if let value { marquee_xml_free(value) } }
            list.append((string(attribute.pointee.name).lowercased(), string(value)))
            next = attribute.pointee.next
        }
        return list
    }
}

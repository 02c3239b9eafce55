import CLibXML2

/// Reads libxml2's nodes as Swift values.
enum LibXML {
    static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    static func name(_ node: UnsafeMutablePointer<xmlNode>) -> String { string(node.pointee.name) }

    /// The text of a text node.
    static func content(_ node: UnsafeMutablePointer<xmlNode>) -> String { string(node.pointee.content) }

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// The attributes in the document's order, names in lower case.
    static func attributes(
        _ node: UnsafeMutablePointer<xmlNode>
    ) -> [(name: String, namespace: String, value: String)] {
        var list: [(String, String, String)] = []
        var next = node.pointee.properties
        while let attribute = next {
            let value = xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
            defer { if let value { marquee_xml_free(value) } }
            let namespace = attribute.pointee.ns.map { string($0.pointee.href) } ?? ""
            list.append((string(attribute.pointee.name).lowercased(), namespace, string(value)))
            next = attribute.pointee.next
        }
        return list
    }
}

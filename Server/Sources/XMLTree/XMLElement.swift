import CLibXML2
package import Foundation

/// An element of an XML document with everything below it.
///
/// Entities are not resolved, nothing is loaded, and depth, size and the attributes of an element are bounded.
package struct XMLElement: Sendable {
    package let name: String
    /// The namespace's address; empty without one.
    package let namespace: String
    /// The attributes without a namespace.
    package let attributes: [String: String]
    /// The base of relative addresses in the element: the document's address, or an `xml:base` around the element.
    package let base: URL?
    package let children: [XMLElement]
    /// The markup below the element, for XHTML inside Atom.
    package let markup: String
    /// The line in the document, from 1.
    package let line: Int
    /// The element's own texts, each with the number of children before it.
    private let texts: [(place: Int, text: String)]

    /// Why a document was refused.
    package struct Failure: Error {
        package let line: Int
        package let message: String

        package init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    package static let maximumDepth = 64

    /// Reads a document's root. The caller bounds the number of bytes.
    /// - Parameters:
    ///   - bytes: the document.
    ///   - encoding: the encoding to use, whatever the document declares; `nil` leaves it to the document.
    ///   - skippedLines: how many lines of the source come before these bytes.
    ///   - location: the base of relative addresses in the document.
    ///   - takesDoctype: whether a document type declaration that declares no entities is taken.
    package static func parse(
        _ bytes: [UInt8], encoding: String? = nil, skippedLines: Int = 0, location: URL? = nil,
        takesDoctype: Bool = true
    ) throws -> XMLElement {
        guard !AttributeBound.isExceeded(in: bytes) else {
            throw Failure(
                line: 1, message: "it declares entities, or an element has more than \(AttributeBound.most) attributes")
        }
        guard let context = xmlNewParserCtxt() else { throw Failure(line: 1, message: "no memory") }
        defer { xmlFreeParserCtxt(context) }
        // The context returns the parser's messages; without this call some would also go to standard error.
        marquee_xml_quiet()
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = bytes.withUnsafeBytes { buffer in
            let bytes = buffer.bindMemory(to: CChar.self)
            return xmlCtxtReadMemory(context, bytes.baseAddress, Int32(bytes.count), nil, encoding, Int32(options))
        }
        guard let document else {
            let error = xmlCtxtGetLastError(context)?.pointee
            let message = error?.message.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
            throw Failure(line: Int(error?.line ?? 1) + skippedLines, message: message ?? "it is not XML")
        }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset?.pointee.entities == nil, let root = xmlDocGetRootElement(document) else {
            throw Failure(line: 1, message: "it declares entities")
        }
        guard takesDoctype || document.pointee.intSubset == nil else {
            throw Failure(line: 1, message: "it has a document type declaration")
        }
        return try XMLElement(
            root, Surroundings(lines: skippedLines, base: location, depth: 0, isMarkup: false))
    }

    /// The context that an element inherits from the elements around it.
    private struct Surroundings {
        /// Lines before the document.
        let lines: Int
        var base: URL?
        var depth: Int
        /// Whether an element around this one already has the markup.
        var isMarkup: Bool
    }

    private init(_ node: UnsafeMutablePointer<xmlNode>, _ surroundings: Surroundings) throws {
        guard surroundings.depth < Self.maximumDepth else {
            throw Failure(line: Int(node.pointee.line) + surroundings.lines, message: "it is nested too deeply")
        }
        name = LibXML.name(node)
        namespace = node.pointee.ns.map { LibXML.string($0.pointee.href) } ?? ""
        let all = LibXML.attributes(node)
        attributes = Dictionary(all.filter(\.namespace.isEmpty).map { ($0.name, $0.value) }) { first, _ in first }
        line = Int(node.pointee.line) + surroundings.lines
        let own = all.first { $0.name == "base" && $0.namespace == LibXML.xmlNamespace }?.value
        base = own.flatMap { URL(string: $0, relativeTo: surroundings.base)?.absoluteURL } ?? surroundings.base
        let type = attributes["type"]?.lowercased() ?? ""
        let holdsMarkup = !surroundings.isMarkup && (type == "xhtml" || type.hasPrefix("application/xhtml+xml"))
        var inner = surroundings
        inner.depth += 1
        inner.base = base
        inner.isMarkup = surroundings.isMarkup || holdsMarkup
        markup = holdsMarkup ? Self.markup(node) : ""
        var (found, texts): ([XMLElement], [(Int, String)]) = ([], [])
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_ELEMENT_NODE:
                found.append(try XMLElement(child, inner))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: texts.append((found.count, LibXML.content(child)))
            default: break
            }
            next = child.pointee.next
        }
        children = found
        self.texts = texts
    }

    /// All text below the element. It is computed on each call, so that a text is not stored once for each level.
    package var text: String {
        var whole = ""
        append(to: &whole)
        return whole
    }

    private func append(to whole: inout String) {
        var own = texts[...]
        for place in 0...children.count {
            while let next = own.first, next.place == place { whole += own.removeFirst().text }
            if place < children.count { children[place].append(to: &whole) }
        }
    }

    private static func markup(_ node: UnsafeMutablePointer<xmlNode>) -> String {
        guard let buffer = xmlBufferCreate() else { return "" }
        defer { xmlBufferFree(buffer) }
        var next = node.pointee.children
        while let child = next {
            xmlNodeDump(buffer, node.pointee.doc, child, 0, 0)
            next = child.pointee.next
        }
        return LibXML.string(xmlBufferContent(buffer))
    }

    /// The first child of that name.
    /// - Parameter namespace: the element's own unless given; the same name means something else in another namespace.
    package func first(_ name: String, in namespace: String? = nil) -> XMLElement? {
        children.first { $0.name == name && $0.namespace == namespace ?? self.namespace }
    }

    /// The children of that name.
    /// - Parameter namespace: the element's own unless given.
    package func all(_ name: String, in namespace: String? = nil) -> [XMLElement] {
        children.filter { $0.name == name && $0.namespace == namespace ?? self.namespace }
    }

    /// The trimmed text of the first child of that name; `nil` when it is missing or empty.
    package func value(_ name: String, in namespace: String? = nil) -> String? {
        let text = first(name, in: namespace)?.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}

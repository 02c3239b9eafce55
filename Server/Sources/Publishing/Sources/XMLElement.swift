import CLibXML2
import Foundation

/// An element of a feed, read whole.
///
/// Entities are not resolved, nothing is loaded, and depth and size are bounded.
struct XMLElement {
    let name: String
    /// The namespace's address; empty without one.
    let namespace: String
    let attributes: [String: String]
    let children: [XMLElement]
    /// The markup below the element as it stands, for XHTML inside Atom.
    let markup: String
    /// From 1.
    let line: Int
    /// The element's own texts, each with the number of children before it.
    private let texts: [(place: Int, text: String)]

    /// Why a document was refused.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    static let maximumDepth = 64

    /// Reads a document's root.
    static func parse(_ data: Data) throws -> XMLElement {
        guard data.range(of: Data("<!ENTITY".utf8)) == nil else {
            throw Failure(line: 1, message: "it declares entities")
        }
        guard let context = xmlNewParserCtxt() else { throw Failure(line: 1, message: "no memory") }
        defer { xmlFreeParserCtxt(context) }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = data.withUnsafeBytes { buffer in
            let bytes = buffer.bindMemory(to: CChar.self)
            return xmlCtxtReadMemory(context, bytes.baseAddress, Int32(bytes.count), nil, nil, Int32(options))
        }
        guard let document else {
            let error = context.pointee.lastError
            let message = error.message.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
            throw Failure(line: Int(error.line), message: message ?? "it is not XML")
        }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset?.pointee.entities == nil, let root = xmlDocGetRootElement(document) else {
            throw Failure(line: 1, message: "it declares entities")
        }
        return try XMLElement(root, depth: 0, isMarkup: false)
    }

    /// - Parameter isMarkup: whether an element around this one has its markup already.
    private init(_ node: UnsafeMutablePointer<xmlNode>, depth: Int, isMarkup: Bool) throws {
        guard depth < Self.maximumDepth else {
            throw Failure(line: Int(node.pointee.line), message: "it is nested too deeply")
        }
        name = LibXML.name(node)
        namespace = node.pointee.ns.map { LibXML.string($0.pointee.href) } ?? ""
        attributes = Dictionary(LibXML.attributes(node).map { ($0.name, $0.value) }) { first, _ in first }
        line = Int(node.pointee.line)
        let holdsMarkup = !isMarkup && attributes["type"] == "xhtml"
        markup = holdsMarkup ? Self.markup(node) : ""
        var (found, texts): ([XMLElement], [(Int, String)]) = ([], [])
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_ELEMENT_NODE:
                found.append(try XMLElement(child, depth: depth + 1, isMarkup: isMarkup || holdsMarkup))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: texts.append((found.count, LibXML.content(child)))
            default: break
            }
            next = child.pointee.next
        }
        children = found
        self.texts = texts
    }

    /// All text below the element; put together when it is asked for, so that nothing is kept once for each depth.
    var text: String {
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

    func first(_ name: String, in namespace: String? = nil) -> XMLElement? {
        children.first { $0.name == name && (namespace == nil || $0.namespace == namespace) }
    }

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The trimmed text of the first child of that name; `nil` when it is missing or empty.
    func value(_ name: String, in namespace: String? = nil) -> String? {
        let text = first(name, in: namespace)?.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}

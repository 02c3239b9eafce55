import CGumbo

/// HTML as browsers parse it: the tree that the HTML standard's parser makes of a text, in linear time.
///
/// Elements of a document are valid while ``HTMLTree/read(_:_:)`` runs its closure.
enum HTMLTree {
    typealias Node = UnsafePointer<GumboNode>

    /// Makes the parser ignore elements that could replace the body, such as a frame set; it is not part of the result.
    private static let opening = "<!DOCTYPE html><body><br>"

    /// Parses the content of a page's body and passes the body to the closure; its first child is the `br` of
    /// `opening`.
    /// - Throws: ``PublishingError`` with `tooLarge` for a text that is nested too deeply, has too many elements, or a
    ///   tag with too many attributes; what the closure throws.
    static func read(_ html: String, _ use: (Node) -> Void) throws(PublishingError) {
        guard let store = marquee_gumbo_new() else {
            throw PublishingError(.tooLarge, "there is no memory for the text")
        }
        defer { marquee_gumbo_free(store) }
        var text = opening + html
        let end = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                let end = marquee_gumbo_read(store, text.baseAddress, text.count)
                // Names of elements point into the text, so the tree is only used while the text exists.
                if end == MARQUEE_GUMBO_READ, let body = body(of: store) { use(body) }
                return end
            }
        }
        switch end {
        case MARQUEE_GUMBO_READ: return
        case MARQUEE_GUMBO_DEEP:
            throw PublishingError(.tooLarge, "elements are nested more than \(MARQUEE_GUMBO_DEPTH) deep")
        case MARQUEE_GUMBO_WIDE:
            throw PublishingError(.tooLarge, "a tag has more than \(MARQUEE_GUMBO_ATTRIBUTES) attributes")
        default:
            throw PublishingError(
                .tooLarge, "the text has more than \(MARQUEE_GUMBO_NODES) elements, or takes too much memory")
        }
    }

    private static func body(of store: UnsafeMutablePointer<MarqueeGumbo>) -> Node? {
        guard let root = marquee_gumbo_root(store) else { return nil }
        return (0..<root.childCount).map(root.child).first { $0.name == "body" }
    }

    private static let names: [String] = (0..<GUMBO_TAG_UNKNOWN.rawValue).map {
        String(cString: gumbo_normalized_tagname(GumboTag(rawValue: $0)))
    }

    fileprivate static func name(_ element: GumboElement) -> String {
        guard element.tag == GUMBO_TAG_UNKNOWN else { return names[Int(element.tag.rawValue)] }
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        let bytes = UnsafeRawBufferPointer(start: piece.data, count: min(piece.length, 64))
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

extension HTMLTree.Node {
    var isElement: Bool { pointee.type == GUMBO_NODE_ELEMENT || pointee.type == GUMBO_NODE_TEMPLATE }

    /// Whether the element belongs to SVG or MathML.
    var isForeign: Bool { isElement && pointee.v.element.tag_namespace != GUMBO_NAMESPACE_HTML }

    /// An element's name in lower case; empty for a text.
    var name: String { isElement ? HTMLTree.name(pointee.v.element) : "" }

    var childCount: Int { isElement ? Int(pointee.v.element.children.length) : 0 }

    /// The child at a position below ``childCount``, where gumbo's lists hold no null.
    func child(_ index: Int) -> HTMLTree.Node {
        let child = pointee.v.element.children.data[index]
        return HTMLTree.Node(child.unsafelyUnwrapped.assumingMemoryBound(to: GumboNode.self))
    }

    /// A text's characters; `nil` for elements and comments.
    var text: String? {
        switch pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: String(cString: pointee.v.text.text)
        default: nil
        }
    }

    /// The attributes in the document's order, each name once and in lower case.
    var attributes: [(name: String, value: String)] {
        guard isElement else { return [] }
        let list = pointee.v.element.attributes
        return (0..<Int(list.length)).compactMap { index in
            let found = list.data[index]?.assumingMemoryBound(to: GumboAttribute.self)
            return found.map { (String(cString: $0.pointee.name), String(cString: $0.pointee.value)) }
        }
    }

    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

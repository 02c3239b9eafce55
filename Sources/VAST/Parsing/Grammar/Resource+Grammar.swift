extension Resource {
    /// The elements that show something, in an icon, a companion or an overlay; empty ones are passed over. Servers write
    /// the address of a page where markup belongs: that is a page, which would show its own address as text otherwise.
    static func children<Parent>(_ store: @escaping @Sendable (inout Parent, Resource) -> Void) -> Children<Parent> {
        [
            "StaticResource": .leaf { parent, leaf in
                guard let url = leaf.url else { return }
                store(&parent, .file(url: url, type: leaf.attributes.mimeType("creativetype") ?? ""))
            },
            "IFrameResource": .leaf { parent, leaf in
                guard let url = leaf.url else { return }
                store(&parent, .frame(url: url))
            },
            "HTMLResource": .leaf { parent, leaf in
                guard let markup = leaf.decoded else { return }
                let address = Leaf(markup, leaf.attributes, scheme: leaf.scheme).bareAddress
                store(&parent, address.map { .frame(url: $0) } ?? .html(markup))
            },
        ]
    }
}

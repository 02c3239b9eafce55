extension Resource {
    /// The elements with the resources of an icon, a companion or an overlay. Empty elements are ignored. Some servers
    /// write the address of a page into `HTMLResource`; it is read as a page, because a player would otherwise show the
    /// address as text.
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

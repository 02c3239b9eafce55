extension Resource {
    /// The elements that show something, in an icon, a companion or an overlay; empty ones are passed over.
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
                store(&parent, .html(markup))
            },
        ]
    }
}

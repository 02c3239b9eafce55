import MarqueeWire

extension ArticleContent {
    /// Throws `invalid` for texts that are too long and for too many names.
    public func check() throws(StoreError) { try ContentRules.check(self) }
}

/// The limits of content, which are the same for a person in the portal, a feed and a command.
enum ContentRules {
    static func check(id: String, of kind: String) throws(StoreError) {
        guard Scope.isValid(id) else { throw StoreError(.invalid, "\"\(id.prefix(80))\" cannot be the id of \(kind)") }
    }

    static func check(title: String, summary: String, tags: [String]) throws(StoreError) {
        guard !([title, summary] + tags).contains(where: { $0.utf8.contains(0) }) else {
            throw StoreError(.invalid, "a title, summary or tag holds a zero byte")
        }
        guard title.utf8.count <= ArticleContent.maximumTitleSize else {
            throw StoreError(.invalid, "a title has at most \(ArticleContent.maximumTitleSize) bytes")
        }
        guard summary.utf8.count <= 16_384 else { throw StoreError(.invalid, "a summary has at most 16384 bytes") }
        guard tags.count <= 64, Set(tags).count == tags.count, tags.allSatisfy({ (1...256).contains($0.utf8.count) })
        else {
            throw StoreError(.invalid, "there are at most 64 tags, each once and of 1 to 256 bytes")
        }
    }

    static func check(_ content: ArticleContent) throws(StoreError) {
        try check(title: content.title, summary: content.summary, tags: content.tags)
        guard content.body.utf8.count <= ArticleContent.maximumBodySize else {
            throw StoreError(.invalid, "a body has at most \(ArticleContent.maximumBodySize) bytes")
        }
        guard content.authors.count <= 64, content.authors.allSatisfy({ $0.utf8.count <= 256 }) else {
            throw StoreError(.invalid, "there are at most 64 authors with names of at most 256 bytes")
        }
        guard ![content.source, content.language].contains(where: { $0?.utf8.contains(0) == true }) else {
            throw StoreError(.invalid, "a source or language holds a zero byte")
        }
        guard content.source?.utf8.count ?? 0 <= 2048, content.language?.utf8.count ?? 0 <= 35 else {
            throw StoreError(.invalid, "a source has at most 2048 bytes and a language 35")
        }
    }
}

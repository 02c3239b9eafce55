extension Document {
    /// The root element `VAST`.
    static let grammar = Grammar<Document>(
        { Document(version: $0["version"].flatMap { Version($0) }) },
        children: [
            "Error": .leaf { document, leaf in if let url = leaf.url { document.errors.append(url) } },
            "Ad": .part(AdDraft.grammar) { document, draft in if let ad = draft.ad { document.ads.append(ad) } },
        ])
}

extension InLine {
    /// The element `InLine`.
    static let grammar = Grammar<InLine>(
        { _ in InLine() },
        children: sharedChildren(creative: Creative.grammar(inWrapper: false)).merging([
            "AdTitle": .leaf { $0.title = $0.title.isEmpty ? $1.text : $0.title },
            "Advertiser": .leaf { inLine, leaf in
                guard inLine.advertiser == nil, let name = leaf.nonEmpty else { return }
                inLine.advertiser = Advertiser(id: leaf.attributes["id"], name: name)
            },
            "Description": .leaf { $0.description = $0.description ?? $1.nonEmpty },
            "Category": .leaf { inLine, leaf in
                guard let code = leaf.nonEmpty else { return }
                inLine.categories.append(Ad.Category(authority: leaf.attributes["authority"], code: code))
            },
            "Survey": .leaf { $0.survey = $0.survey ?? $1.url },
            "AdServingId": .leaf { $0.servingID = $0.servingID ?? $1.nonEmpty },
            "Expires": .leaf { $0.expires = $0.expires ?? ScalarText.duration($1.text) },
        ]),
        required: [
            Requirement("the AdSystem of an InLine") { $0.parts.system != nil },
            Requirement("the AdTitle of an InLine") { !$0.title.isEmpty },
            Requirement("an Impression of an InLine") { !$0.parts.impressions.isEmpty },
            Requirement("a Creative of an InLine") { !$0.parts.creatives.isEmpty },
            Requirement("the AdServingId of an InLine", since: Document.Version(4, 1)) { $0.servingID != nil },
        ])
}

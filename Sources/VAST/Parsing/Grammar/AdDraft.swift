/// An ad whose content has not been met yet.
struct AdDraft {
    private var id: String?
    private var sequence: Int?
    private var isConditional: Bool
    private var medium: Ad.Medium?
    private var content: Ad.Content?

    private init(_ attributes: Attributes) {
        id = attributes["id"]
        sequence = attributes.int("sequence")
        isConditional = attributes.bool("conditionalad") ?? false
        medium = attributes.word("adtype")
    }

    /// The ad; `nil` when it holds neither a complete ad nor a wrapper with an address.
    var ad: Ad? {
        content.map { Ad(id: id, sequence: sequence, isConditional: isConditional, medium: medium, content: $0) }
    }

    /// The element `Ad`; of several contents the first counts.
    static let grammar = Grammar<AdDraft>(
        { AdDraft($0) },
        children: [
            "InLine": .part(InLine.grammar) { ad, inLine in ad.content = ad.content ?? .inLine(inLine) },
            "Wrapper": .part(WrapperDraft.grammar) { ad, draft in
                ad.content = ad.content ?? draft.wrapper.map { .wrapper($0) }
            },
        ],
        required: [Requirement("an InLine or a Wrapper of an Ad") { $0.content != nil }])
}

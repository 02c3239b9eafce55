/// An ad while its content has not been read yet.
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

    /// The ad; `nil` when it contains neither a complete ad nor a wrapper.
    var ad: Ad? {
        content.map { Ad(id: id, sequence: sequence, isConditional: isConditional, medium: medium, content: $0) }
    }

    /// The element `Ad`. Of several contents, the first one counts that is not a wrapper without an address.
    static let grammar = Grammar<AdDraft>(
        { AdDraft($0) },
        children: [
            "InLine": .part(InLine.grammar) { ad, inLine in ad.addContent(.inLine(inLine)) },
            "Wrapper": .part(WrapperDraft.grammar) { ad, draft in ad.addContent(.wrapper(draft.wrapper)) },
        ],
        required: [Requirement("an InLine or a Wrapper of an Ad") { $0.content != nil }])

    private mutating func addContent(_ next: Ad.Content) {
        if content == nil || content?.leadsNowhere == true && !next.leadsNowhere { content = next }
    }
}

extension Ad.Content {
    fileprivate var leadsNowhere: Bool { if case .wrapper(let wrapper) = self { wrapper.tag == nil } else { false } }
}

/// A wrapper while its parts are read.
struct WrapperDraft: PartsHolder {
    var parts = AdParts()
    private var tag: URLTemplate?
    private var followsAdditionalWrappers: Bool?
    private var allowsMultipleAds: Bool?
    private var fallsBackOnNoAd: Bool?
    private var blockedCategories: [Ad.Category] = []

    private init(_ attributes: Attributes) {
        followsAdditionalWrappers = attributes.bool("followadditionalwrappers")
        allowsMultipleAds = attributes.bool("allowmultipleads")
        fallsBackOnNoAd = attributes.bool("fallbackonnoad")
    }

    /// The wrapper. It is also kept without an address, so that its failure is reported.
    var wrapper: Wrapper {
        Wrapper(
            parts: parts, tag: tag, followsAdditionalWrappers: followsAdditionalWrappers,
            allowsMultipleAds: allowsMultipleAds, fallsBackOnNoAd: fallsBackOnNoAd,
            blockedCategories: blockedCategories)
    }

    /// The element `Wrapper`.
    static let grammar = Grammar<WrapperDraft>(
        { WrapperDraft($0) },
        children: sharedChildren(creative: Creative.grammar(inWrapper: true)).merging([
            "AdVerifications": .group([
                "Verification": Child { wrapper, _, raw in WrapperVerification(in: wrapper, raw) }
            ]),
            "VASTAdTagURI": .leaf { $0.tag = $0.tag ?? $1.url },
            "BlockedAdCategories": .leaf { wrapper, leaf in
                let codes = leaf.text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
                let authority = leaf.attributes["authority"]
                wrapper.blockedCategories += codes.map { Ad.Category(authority: authority, code: $0) }
            },
        ]),
        required: [
            Requirement("the AdSystem of a Wrapper") { $0.parts.system != nil },
            Requirement("an Impression of a Wrapper") { !$0.parts.impressions.isEmpty },
            Requirement("the VASTAdTagURI of a Wrapper") { $0.tag != nil },
        ])
}

extension Composer {
    mutating func ad(_ ad: Ad) throws(WriteError) -> Markup {
        if !isNew {
            leaveOut("@conditionalAd", if: ad.isConditional)
            leaveOut("@adType", if: ad.medium != nil)
        }
        let content =
            switch ad.content {
            case .inLine(let inLine):
                try within("InLine") { composer throws(WriteError) in
                    Markup("InLine", [:], try composer.children(inLine))
                }
            case .wrapper(let wrapper):
                try within("Wrapper") { composer throws(WriteError) in try composer.markup(wrapper) }
            }
        return Markup(
            "Ad",
            [
                "id": ad.id, "sequence": text(ad.sequence),
                "conditionalAd": isNew && ad.isConditional ? "true" : nil,
                "adType": isNew ? ad.medium?.rawValue : nil,
            ], [content])
    }

    private mutating func children(_ inLine: InLine) throws(WriteError) -> [Markup] {
        guard !inLine.title.isEmpty else { throw missing("an AdTitle") }
        guard !inLine.parts.creatives.isEmpty else { throw missing("a Creative") }
        let creatives = Markup("Creatives", [:], try self.creatives(inLine.parts.creatives, inWrapper: false))
        let title = [Markup.text("AdTitle", inLine.title)]
        let description = inLine.description.map { [Markup.text("Description", $0)] } ?? []
        let survey = Markup.url("Survey", inLine.survey)
        guard isNew else {
            leaveOut("AdServingId", if: inLine.servingID != nil)
            leaveOut("Category", if: !inLine.categories.isEmpty)
            leaveOut("Expires", if: inLine.expires != nil)
            leaveOut("ViewableImpression", if: inLine.parts.viewableImpression != nil)
            let advertiser = self.advertiser(inLine.advertiser)
            let head = try system(inLine.parts) + title + description + advertiser
            return try head + pricing(inLine.parts) + survey + errors(inLine.parts)
                + impressions(inLine.parts, hasIDs: true) + [creatives] + extensions(inLine.parts)
        }
        let serving = Markup.text("AdServingId", try required(inLine.servingID, "an AdServingId"))
        let middle = verifications(inLine.parts) + advertiser(inLine.advertiser)
        let expires = inLine.expires.map { [Markup.text("Expires", "\(max(0, $0.components.seconds))")] } ?? []
        return try base(inLine.parts) + [serving] + title + middle + categories(inLine.categories) + [creatives]
            + description + expires + survey
    }

    private mutating func markup(_ wrapper: Wrapper) throws(WriteError) -> Markup {
        let creatives = try self.creatives(wrapper.parts.creatives, inWrapper: true)
        let tag = Markup.url("VASTAdTagURI", try required(wrapper.tag, "a VASTAdTagURI"))
        guard isNew else {
            leaveOut("Pricing", if: wrapper.parts.pricing != nil)
            leaveOut("ViewableImpression", if: wrapper.parts.viewableImpression != nil)
            leaveOut("BlockedAdCategories", if: !wrapper.blockedCategories.isEmpty)
            let rules = rules(of: wrapper).filter { writesBeyondSchema("@" + $0.name, $0.value != nil) }
            let children =
                try system(wrapper.parts) + [tag] + errors(wrapper.parts)
                + impressions(wrapper.parts, hasIDs: false) + [Markup("Creatives", [:], creatives)]
                + extensions(wrapper.parts)
            return element(children, rules)
        }
        let blocked = wrapper.blockedCategories.map {
            Markup.text("BlockedAdCategories", $0.code, ["authority": $0.authority])
        }
        let children =
            try base(wrapper.parts) + verifications(wrapper.parts) + blocked + Markup.group("Creatives", creatives)
            + [tag]
        return element(children, rules(of: wrapper))
    }

    private func rules(of wrapper: Wrapper) -> [(name: String, value: String?)] {
        [
            ("followAdditionalWrappers", text(wrapper.followsAdditionalWrappers)),
            ("allowMultipleAds", text(wrapper.allowsMultipleAds)), ("fallbackOnNoAd", text(wrapper.fallsBackOnNoAd)),
        ]
    }

    private func element(_ children: [Markup], _ rules: [(name: String, value: String?)]) -> Markup {
        var markup = Markup("Wrapper", [:], children)
        markup.attributes = rules.compactMap { name, value in value.map { (name, $0) } }
        return markup
    }

    private mutating func advertiser(_ advertiser: InLine.Advertiser?) -> [Markup] {
        guard let advertiser else { return [] }
        let hasID = writesBeyondSchema("Advertiser/@id", advertiser.id != nil)
        return [.text("Advertiser", advertiser.name, ["id": hasID ? advertiser.id : nil])]
    }

    private func categories(_ categories: [Ad.Category]) throws(WriteError) -> [Markup] {
        var result: [Markup] = []
        for category in categories {
            let authority = try required(category.authority, "the authority of a Category")
            result.append(.text("Category", category.code, ["authority": authority]))
        }
        return result
    }
}

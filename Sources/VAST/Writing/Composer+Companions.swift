extension Composer {
    mutating func companions(_ companions: CompanionAds?, inWrapper: Bool) throws(WriteError) -> [Markup] {
        guard let companions else { return [] }
        return try within("CompanionAds") { composer throws(WriteError) in
            let items = try composer.each(companions.items, "Companion") { composer, item throws(WriteError) in
                Markup(
                    "Companion", try composer.attributes(item),
                    composer.isNew
                        ? try composer.newChildren(item) : try composer.oldChildren(item, inWrapper: inWrapper))
            }
            let hasDemand = composer.isNew || !inWrapper
            composer.leaveOut("@required", if: !hasDemand && companions.required != nil)
            return [Markup("CompanionAds", ["required": hasDemand ? companions.required?.rawValue : nil], items)]
        }
    }

    private mutating func attributes(_ item: Companion) throws(WriteError) -> KeyValuePairs<String, String?> {
        leaveOut("@pxratio", if: !isNew && item.pixelRatio != nil)
        leaveOut("@renderingMode", if: !isNew && item.renderingMode != nil)
        return [
            "id": item.id, "width": text(try required(item.width, "the width of a Companion")),
            "height": text(try required(item.height, "the height of a Companion")),
            "assetWidth": text(item.assetWidth), "assetHeight": text(item.assetHeight),
            "expandedWidth": text(item.expandedWidth), "expandedHeight": text(item.expandedHeight),
            "apiFramework": item.apiFramework, "adSlotId": item.adSlotID,
            "pxratio": isNew ? try decimal(item.pixelRatio, "pxratio") : nil,
            "renderingMode": isNew ? item.renderingMode?.rawValue : nil,
        ]
    }

    /// 4.2 requires an id for every click. A click without one gets an empty id, which is read as none.
    private mutating func newChildren(_ item: Companion) throws(WriteError) -> [Markup] {
        let tracking = item.clickTracking.map { Markup.url("CompanionClickTracking", $0.url, ["id": $0.id ?? ""]) }
        let altText = item.altText.map { [Markup.text("AltText", $0)] } ?? []
        let head = resources(item.resources) + parameters(item.parameters) + altText
        return try head + Markup.url("CompanionClickThrough", item.clickThrough) + tracking
            + creativeExtensions(item.extensions) + trackingEvents(item.trackingEvents)
    }

    /// The schema of 3.0 allows click tracking only in companions of wrappers.
    private mutating func oldChildren(_ item: Companion, inWrapper: Bool) throws(WriteError) -> [Markup] {
        let hasTracking =
            inWrapper || writesBeyondSchema("CompanionClickTracking", !item.clickTracking.isEmpty)
        let hasIDs =
            hasTracking
            && writesBeyondSchema("CompanionClickTracking/@id", item.clickTracking.contains { $0.id != nil })
        let tracking = (hasTracking ? item.clickTracking : []).map {
            Markup.url("CompanionClickTracking", $0.url, ["id": hasIDs ? $0.id : nil])
        }
        let head = resources(item.resources) + creativeExtensions(item.extensions)
        let altText = item.altText.map { [Markup.text("AltText", $0)] } ?? []
        return try head + trackingEvents(item.trackingEvents) + Markup.url("CompanionClickThrough", item.clickThrough)
            + tracking + altText + parameters(item.parameters)
    }
}

extension Composer {
    mutating func nonLinear(_ value: NonLinearAds?, inWrapper: Bool) throws(WriteError) -> [Markup] {
        guard let value else { return [] }
        return try within("NonLinearAds") { composer throws(WriteError) in
            if !composer.isNew, !inWrapper, value.items.isEmpty { throw composer.missing("a NonLinear") }
            let events = try composer.trackingEvents(value.trackingEvents)
            let items = try composer.each(value.items, "NonLinear") { composer, item throws(WriteError) in
                inWrapper ? try composer.wrapped(item) : try composer.complete(item)
            }
            return [Markup("NonLinearAds", [:], events + items)]
        }
    }

    private mutating func complete(_ item: NonLinear) throws(WriteError) -> Markup {
        _ = try required(item.width, "the width of a NonLinear")
        _ = try required(item.height, "the height of a NonLinear")
        let through = Markup.url("NonLinearClickThrough", item.clickThrough)
        let resources = resources(item.resources)
        let parameters = parameters(item.parameters)
        let children =
            isNew
            ? resources + parameters + through + clicks(item.clickTracking, hasIDs: true)
            : resources + creativeExtensions(item.extensions) + clicks(item.clickTracking, hasIDs: false) + through
                + parameters
        return Markup("NonLinear", try attributes(item), children)
    }

    /// In a wrapper an overlay only counts clicks. 4.2 allows one address and nothing else.
    private mutating func wrapped(_ item: NonLinear) throws(WriteError) -> Markup {
        for resource in resources(item.resources) { leaveOut(resource.name, if: true) }
        leaveOut("NonLinearClickThrough", if: item.clickThrough != nil)
        leaveOut("AdParameters", if: item.parameters != nil)
        guard isNew else {
            let clicks = clicks(item.clickTracking, hasIDs: false)
            return Markup("NonLinear", try attributes(item), creativeExtensions(item.extensions) + clicks)
        }
        for (name, value) in try attributes(item) { leaveOut("@" + name, if: value != nil) }
        let writesAll = writesBeyondSchema("NonLinearClickTracking[1]", item.clickTracking.count > 1)
        let clicks = clicks(writesAll ? item.clickTracking : Array(item.clickTracking.prefix(1)), hasIDs: true)
        return Markup("NonLinear", [:], clicks)
    }

    private mutating func clicks(_ clicks: [Click], hasIDs: Bool) -> [Markup] {
        let writesIDs = hasIDs || writesBeyondSchema("NonLinearClickTracking/@id", clicks.contains { $0.id != nil })
        return clicks.map { .url("NonLinearClickTracking", $0.url, ["id": writesIDs ? $0.id : nil]) }
    }

    private func attributes(_ item: NonLinear) throws(WriteError) -> KeyValuePairs<String, String?> {
        [
            "id": item.id, "width": text(item.width), "height": text(item.height),
            "expandedWidth": text(item.expandedWidth), "expandedHeight": text(item.expandedHeight),
            "scalable": text(item.isScalable), "maintainAspectRatio": text(item.keepsAspectRatio),
            "minSuggestedDuration": try time(item.minimumDuration, "minSuggestedDuration"),
            "apiFramework": item.apiFramework,
        ]
    }
}

extension Composer {
    mutating func creatives(_ creatives: [Creative], inWrapper: Bool) throws(WriteError) -> [Markup] {
        try within("Creatives") { composer throws(WriteError) in
            try composer.each(creatives, "Creative") { composer, creative throws(WriteError) in
                composer.isNew
                    ? [try composer.newCreative(creative, inWrapper: inWrapper)]
                    : try composer.oldCreatives(creative, inWrapper: inWrapper)
            }
        }.flatMap { $0 }
    }

    /// In 4.2 a creative may have parts of every kind. Outside of wrappers it has an id, which may be `unknown`.
    private mutating func newCreative(_ creative: Creative, inWrapper: Bool) throws(WriteError) -> Markup {
        var (extensions, ids): ([Markup], [Markup]) = ([], [])
        if inWrapper {
            leaveOut("UniversalAdId", if: !creative.universalIDs.isEmpty)
            leaveOut("CreativeExtensions", if: !creative.extensions.isEmpty || creative.hasDeepExtensions)
        } else {
            let known = creative.universalIDs.isEmpty ? [UniversalAdID.unknown] : creative.universalIDs
            ids = known.map { universalID($0) }
            extensions = creativeExtensions(creative.extensions + creative.deepExtensions)
        }
        let companions = try self.companions(creative.companions, inWrapper: inWrapper)
        let linear = try self.linear(creative, inWrapper: inWrapper)
        let nonLinear = try self.nonLinear(creative.nonLinear, inWrapper: inWrapper)
        return Markup(
            "Creative",
            [
                "id": creative.id, "sequence": text(creative.sequence), "adId": creative.adID,
                "apiFramework": creative.apiFramework,
            ], companions + extensions + linear + nonLinear + ids)
    }

    /// In 3.0 a creative has one part. A creative with several becomes several creatives with the same attributes.
    private mutating func oldCreatives(_ creative: Creative, inWrapper: Bool) throws(WriteError) -> [Markup] {
        let writesFramework = writesBeyondSchema("@apiFramework", creative.apiFramework != nil)
        if creative.linear == nil {
            leaveOut("UniversalAdId", if: !creative.universalIDs.isEmpty)
            leaveOut("CreativeExtensions", if: !creative.extensions.isEmpty)
        }
        let parts =
            try linear(creative, inWrapper: inWrapper) + companions(creative.companions, inWrapper: inWrapper)
            + nonLinear(creative.nonLinear, inWrapper: inWrapper)
        return (parts.isEmpty ? [[]] : parts.map { [$0] }).map { children in
            Markup(
                "Creative",
                [
                    "id": creative.id, "sequence": text(creative.sequence), "AdID": creative.adID,
                    "apiFramework": writesFramework ? creative.apiFramework : nil,
                ], children)
        }
    }

    func universalID(_ id: UniversalAdID) -> Markup {
        .text("UniversalAdId", id.value, ["idRegistry": id.registry])
    }

    /// The extensions of a creative or one of its parts. The schema allows no text inside them.
    mutating func creativeExtensions(_ extensions: [Extension], adding moved: [Markup] = []) -> [Markup] {
        let kept = extensions.map { value in
            var markup = Markup(value.element)
            markup.name = "CreativeExtension"
            let names = markup.attributes.map(\.name)
            if let type = value.type, !names.contains("type"), !names.contains("name") {
                markup.attributes.append(("type", type))
                markup.attributes.sort { $0.name < $1.name }
            }
            if !writesBeyondSchema("CreativeExtension/text()", !value.element.text.isEmpty) {
                markup.content.removeAll { if case .element = $0 { false } else { true } }
            }
            return markup
        }
        return Markup.group("CreativeExtensions", kept + moved)
    }

    func parameters(_ parameters: AdParameters?) -> [Markup] {
        guard let parameters else { return [] }
        let text = parameters.wasEncoded ? EntityText.encoded(parameters.text) : parameters.text
        return [.section("AdParameters", text, ["xmlEncoded": parameters.wasEncoded ? "true" : nil])]
    }

    /// 3.0 allows one resource, 4.2 any number, ordered by kind.
    mutating func resources(_ resources: [Resource]) -> [Markup] {
        let all = resources.map { (resource) -> Markup in
            switch resource {
            case .html(let markup): .section("HTMLResource", markup)
            case .frame(let url): .url("IFrameResource", url)
            case .file(let url, let type): .url("StaticResource", url, ["creativeType": type])
            }
        }
        guard !isNew else {
            return ["HTMLResource", "IFrameResource", "StaticResource"].flatMap { kind in all.filter { $0.name == kind }
            }
        }
        for extra in all.dropFirst() { leaveOut(extra.name, if: true) }
        return Array(all.prefix(1))
    }
}

extension UniversalAdID {
    /// The standard's value for a creative without an id.
    fileprivate static let unknown = UniversalAdID(registry: "unknown", value: "unknown")
}

extension Creative {
    /// Extensions that 3.0 has in a linear or non-linear part, and 4.2 only in the creative.
    fileprivate var deepExtensions: [Extension] {
        (linear?.extensions ?? []) + (nonLinear?.items.flatMap(\.extensions) ?? [])
    }

    fileprivate var hasDeepExtensions: Bool { !deepExtensions.isEmpty }
}

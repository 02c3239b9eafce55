@testable import VAST

/// Documents of one edition with any part that the edition supports; the same for the same seed.
struct RandomDocument {
    private var random: Seeded
    private let isNew: Bool

    init(seed: UInt64, _ edition: DocumentWriter.Edition) {
        random = Seeded(seed: seed)
        isNew = edition == .vast42
    }

    mutating func document() -> Document {
        let version = isNew ? Document.Version(4, 2) : Document.Version(3, 0)
        guard chance(90) else { return Document(version: version, errors: many(0...3) { $0.url() }, ads: []) }
        return Document(version: version, ads: many(1...3) { $0.ad() })
    }

    private mutating func ad() -> Ad {
        Ad(
            id: maybe { $0.text() }, sequence: maybe { $0.size() }, isConditional: isNew && chance(10),
            medium: isNew ? maybe { $0.one(of: Ad.Medium.allCases) } : nil,
            content: chance(60) ? .inLine(inLine()) : .wrapper(wrapper()))
    }

    private mutating func inLine() -> InLine {
        InLine(
            parts: parts(inWrapper: false), title: text(),
            advertiser: maybe { InLine.Advertiser(name: $0.text()) }, description: maybe { $0.text() },
            categories: isNew ? many(0...2) { Ad.Category(authority: $0.url().text, code: $0.text()) } : [],
            survey: maybe { $0.url() }, servingID: isNew ? text() : nil,
            expires: isNew ? maybe { .seconds($0.size()) } : nil)
    }

    private mutating func wrapper() -> Wrapper {
        Wrapper(
            parts: parts(inWrapper: true), tag: url(), followsAdditionalWrappers: isNew ? flag() : nil,
            allowsMultipleAds: isNew ? flag() : nil, fallsBackOnNoAd: isNew ? flag() : nil,
            blockedCategories: isNew
                ? many(0...2) { random in Ad.Category(authority: random.maybe { $0.text() }, code: "c\(random.size())")
                }
                : [])
    }

    private mutating func parts(inWrapper: Bool) -> AdParts {
        let hasID = isNew || !inWrapper
        return AdParts(
            system: AdSystem(name: text(), version: maybe { $0.text() }),
            impressions: many(1...3) { random in
                Impression(id: hasID ? random.maybe { $0.text() } : nil, url: random.url())
            },
            errors: many(0...(isNew ? 3 : 1)) { $0.url() },
            viewableImpression: isNew ? maybe { $0.viewable() } : nil,
            pricing: isNew || !inWrapper ? maybe { $0.pricing() } : nil,
            verifications: many(0...2) { $0.verification() },
            extensions: many(0...2) { $0.anExtension("Extension") },
            creatives: many((inWrapper ? 0 : 1)...3) { $0.creative(inWrapper: inWrapper) })
    }

    private mutating func pricing() -> Pricing {
        Pricing(
            model: isNew ? one(of: ["CPM", "cpv"]) : "cpm", currency: one(of: ["EUR", "usd"]), value: "\(size()).25")
    }

    private mutating func viewable() -> ViewableImpression {
        ViewableImpression(
            id: maybe { $0.text() }, viewable: many(0...2) { $0.url() }, notViewable: many(0...2) { $0.url() },
            undetermined: many(0...2) { $0.url() })
    }

    private mutating func verification() -> Verification {
        let programs = many(0...1) { random in
            Verification.Script(
                url: random.url(), apiFramework: random.maybe { $0.text() }, executableType: random.text())
        }
        let scripts = many(0...2) { random in
            Verification.Script(
                url: random.url(), apiFramework: random.maybe { $0.text() }, isBrowserOptional: random.chance(50))
        }
        return Verification(
            vendor: maybe { $0.text() }, scripts: programs + scripts,
            trackingEvents: many(0...1) { TrackingEvent(.verificationNotExecuted, url: $0.url()) },
            parameters: maybe { $0.text() })
    }

    private mutating func creative(inWrapper: Bool) -> Creative {
        let kind = Int.random(in: 0...3, using: &random)
        let takesAll = isNew
        let linear = takesAll || kind == 0 ? maybe { $0.linear(inWrapper: inWrapper) } : nil
        let hasIDs = isNew ? !inWrapper : linear != nil
        return Creative(
            id: maybe { $0.text() }, adID: maybe { $0.text() }, sequence: maybe { $0.size() },
            apiFramework: isNew ? maybe { $0.text() } : nil,
            universalIDs: hasIDs
                ? many((isNew ? 1 : 0)...2) { UniversalAdID(registry: $0.text(), value: $0.text()) } : [],
            extensions: isNew && !inWrapper ? many(0...2) { $0.anExtension("CreativeExtension") } : [],
            linear: linear,
            nonLinear: takesAll || kind == 1 ? maybe { $0.nonLinearAds(inWrapper: inWrapper) } : nil,
            companions: takesAll || kind == 2 ? maybe { $0.companionAds(inWrapper: inWrapper) } : nil)
    }

    private mutating func linear(inWrapper: Bool) -> Linear {
        let clicks = VideoClicks(
            through: inWrapper && !isNew ? nil : maybe { $0.click() }, tracking: many(0...2) { $0.click() },
            custom: many(0...2) { $0.click() })
        guard !inWrapper else {
            return Linear(
                skipOffset: isNew ? maybe { $0.offset() } : nil, trackingEvents: events(), clicks: clicks,
                icons: many(0...2) { $0.icon() },
                extensions: isNew ? [] : many(0...1) { $0.anExtension("CreativeExtension") })
        }
        return Linear(
            skipOffset: maybe { $0.offset() }, duration: duration(), trackingEvents: events(),
            mediaFiles: many((isNew ? 1 : 0)...3) { $0.mediaFile() }, mezzanines: many(0...1) { $0.mezzanine() },
            interactiveFiles: many(0...1) { $0.interactiveFile() },
            closedCaptions: isNew ? many(0...2) { $0.captions() } : [], clicks: clicks,
            icons: many(0...2) { $0.icon() },
            parameters: maybe { $0.parameters() },
            extensions: isNew ? [] : many(0...1) { $0.anExtension("CreativeExtension") })
    }

    private mutating func mediaFile() -> MediaFile {
        MediaFile(
            url: url(), id: maybe { $0.text() }, delivery: one(of: MediaFile.Delivery.allCases), type: "video/mp4",
            codec: maybe { $0.text() }, bitrate: maybe { $0.size() }, minimumBitrate: maybe { $0.size() },
            maximumBitrate: maybe { $0.size() }, width: size(), height: size(), size: isNew ? maybe { $0.size() } : nil,
            mediaType: isNew ? maybe { $0.text() } : nil, isScalable: flag(), keepsAspectRatio: flag(),
            apiFramework: maybe { $0.text() })
    }

    private mutating func mezzanine() -> Mezzanine {
        Mezzanine(
            url: url(), id: maybe { $0.text() }, delivery: .streaming, type: "video/mxf", width: size(), height: size(),
            codec: maybe { $0.text() }, size: maybe { $0.size() }, mediaType: maybe { $0.text() })
    }

    private mutating func interactiveFile() -> InteractiveFile {
        InteractiveFile(
            url: url(), type: maybe { _ in "text/html" }, apiFramework: maybe { $0.text() },
            hasVariableDuration: chance(50))
    }

    private mutating func captions() -> ClosedCaptions {
        ClosedCaptions(url: url(), type: maybe { _ in "text/vtt" }, language: maybe { $0.text() })
    }

    private mutating func icon() -> Icon {
        let image = isNew
        return Icon(
            program: isNew ? maybe { $0.text() } : text(), width: isNew ? maybe { $0.size() } : size(), height: size(),
            x: position(), y: position(), offset: maybe { $0.duration() }, duration: maybe { $0.duration() },
            apiFramework: maybe { $0.text() }, pixelRatio: isNew ? maybe { Double($0.size()) / 4 } : nil,
            resources: resources(), clickThrough: maybe { $0.url() },
            clickTracking: many(0...2) { $0.isNew ? $0.click() : Click(url: $0.url()) },
            fallbackImages: image
                ? many(0...1) { random in
                    Icon.FallbackImage(
                        width: random.maybe { $0.size() }, height: random.maybe { $0.size() },
                        altText: random.maybe { $0.text() }, url: random.maybe { $0.url() })
                } : [], viewTracking: many(0...2) { $0.url() })
    }

    private mutating func position() -> Icon.Position { one(of: [.start, .end, .pixels(size())]) }

    private mutating func companionAds(inWrapper: Bool) -> CompanionAds {
        CompanionAds(
            required: isNew || !inWrapper ? maybe { $0.one(of: CompanionAds.Requirement.allCases) } : nil,
            items: many(0...2) { $0.companion(inWrapper: inWrapper) })
    }

    private mutating func companion(inWrapper: Bool) -> Companion {
        let tracks = isNew || inWrapper
        return Companion(
            id: maybe { $0.text() }, width: size(), height: size(), assetWidth: maybe { $0.size() },
            assetHeight: maybe { $0.size() }, expandedWidth: maybe { $0.size() }, expandedHeight: maybe { $0.size() },
            apiFramework: maybe { $0.text() }, adSlotID: maybe { $0.text() },
            pixelRatio: isNew ? maybe { Double($0.size()) / 8 } : nil,
            renderingMode: isNew ? maybe { $0.one(of: Companion.RenderingMode.allCases) } : nil, resources: resources(),
            parameters: maybe { $0.parameters() }, altText: maybe { $0.text() }, clickThrough: maybe { $0.url() },
            clickTracking: tracks ? many(0...2) { $0.isNew ? $0.click() : Click(url: $0.url()) } : [],
            trackingEvents: many(0...1) { TrackingEvent(.creativeView, url: $0.url()) },
            extensions: many(0...1) { $0.anExtension("CreativeExtension") })
    }

    private mutating func nonLinearAds(inWrapper: Bool) -> NonLinearAds {
        NonLinearAds(
            trackingEvents: events(),
            items: many((isNew || inWrapper ? 0 : 1)...2) { $0.nonLinear(inWrapper: inWrapper) })
    }

    private mutating func nonLinear(inWrapper: Bool) -> NonLinear {
        if inWrapper, isNew { return NonLinear(clickTracking: many(0...1) { $0.click() }) }
        var item = NonLinear(
            id: maybe { $0.text() }, width: size(), height: size(), expandedWidth: maybe { $0.size() },
            expandedHeight: maybe { $0.size() }, isScalable: flag(), keepsAspectRatio: flag(),
            minimumDuration: maybe { $0.duration() }, apiFramework: maybe { $0.text() },
            clickTracking: many(0...2) { $0.isNew ? $0.click() : Click(url: $0.url()) })
        guard !inWrapper else { return item }
        item.resources = resources()
        item.clickThrough = maybe { $0.url() }
        item.parameters = maybe { $0.parameters() }
        return item
    }

    private mutating func resources() -> [Resource] {
        let html = many(0...1) { Resource.html($0.text()) }
        let frames = many(0...1) { Resource.frame(url: $0.url()) }
        let files = many(0...1) { Resource.file(url: $0.url(), type: "image/png") }
        let all = html + frames + files
        return isNew ? all : Array(all.prefix(1))
    }

    private mutating func parameters() -> AdParameters { AdParameters(text: text(), wasEncoded: chance(50)) }

    private mutating func anExtension(_ name: String) -> Extension {
        let type = "type-\(size())"
        let children = many(0...3) { Extension.Element.Node.element($0.element(depth: 3)) }
        return Extension(
            type: type, element: Extension.Element(name: name, attributes: ["type": type], content: children))
    }

    private mutating func element(depth: Int) -> Extension.Element {
        let attributes = Dictionary(many(0...2) { ("a\($0.size())", $0.text()) }) { first, _ in first }
        guard depth > 0, chance(60) else {
            return Extension.Element(name: "Leaf", attributes: attributes, content: [.text(text())])
        }
        return Extension.Element(
            name: "Ad", attributes: attributes, content: many(1...2) { .element($0.element(depth: depth - 1)) })
    }

    private mutating func events() -> [TrackingEvent] {
        let names: [TrackingEvent.Name] =
            isNew
            ? [.start, .loaded, .playerExpand, .adCollapse, .closeLinear, .otherAdInteraction, .interactiveStart]
            : [.start, .fullscreen, .expand, .acceptInvitationLinear, .closeLinear]
        return many(0...3) { random in
            guard random.chance(70) else { return TrackingEvent(.progress, offset: random.offset(), url: random.url()) }
            return TrackingEvent(random.one(of: names), url: random.url())
        }
    }

    private mutating func click() -> Click { Click(id: maybe { $0.text() }, url: url()) }

    private mutating func offset() -> Offset {
        chance(50) ? .time(duration()) : .percent(Double.random(in: 0.01...100, using: &random))
    }

    private mutating func duration() -> Duration { .milliseconds(Int.random(in: 0..<86_400_000, using: &random)) }

    private mutating func url() -> URLTemplate { URLTemplate(stringLiteral: "https://x.example/?\(text())") }

    /// Characters that reveal a missing escape.
    private mutating func text() -> String {
        let letters = [
            "a", "é", "😀", "&", "<", ">", "\"", "'", "]]>", " ", "[CACHEBUSTING]", "&lt;", "\n", "\t", "\r\n",
        ]
        return "t" + many(0...6) { $0.one(of: letters) }.joined() + "e"
    }

    private mutating func size() -> Int { Int.random(in: 0...9999, using: &random) }

    private mutating func flag() -> Bool? { one(of: [nil, true, false]) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func maybe<Value>(_ make: (inout RandomDocument) -> Value) -> Value? {
        chance(50) ? make(&self) : nil
    }

    private mutating func many<Value>(_ range: ClosedRange<Int>, _ make: (inout RandomDocument) -> Value) -> [Value] {
        (0..<Int.random(in: range, using: &random)).map { _ in make(&self) }
    }
}

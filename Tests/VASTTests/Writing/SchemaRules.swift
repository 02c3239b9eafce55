@testable import VAST

/// The rules of the IAB's schemas of 3.0 and 4.2 that documents can violate: the order and number of elements, and the
/// attributes. Typed from the last versions of the schemas: `vast3_draft.xsd`, and `vast_4.2.xsd` of September 2019.
/// The files themselves are not part of this project; `make check-vast-schema` validates with them.
///
/// A line is `ELEMENT: CHILDREN | ATTRIBUTES`. A child without a sign occurs exactly once; otherwise `?`, `*` or `+`
/// follows. `/` separates alternatives. A required attribute ends in `!`. `Wrapper>X` is X inside a wrapper, `P/X` is X
/// directly in P. An element without a line contains text.
enum SchemaRules {
    static let new = table(
        """
        VAST: Ad* / Error* | version!
        Ad: InLine / Wrapper | id sequence conditionalAd adType
        InLine: AdSystem Error* Extensions? Impression+ Pricing? ViewableImpression? AdServingId AdTitle AdVerifications? Advertiser? Category* Creatives Description? Expires? Survey? |
        Wrapper: AdSystem Error* Extensions? Impression+ Pricing? ViewableImpression? AdVerifications? BlockedAdCategories* Creatives? VASTAdTagURI | followAdditionalWrappers allowMultipleAds fallbackOnNoAd
        AdSystem: | version
        Impression: | id
        Pricing: | model! currency!
        ViewableImpression: Viewable* NotViewable* ViewUndetermined* | id
        Extensions: Extension* |
        Extension: ANY | type
        AdVerifications: Verification* |
        Verification: ExecutableResource* JavaScriptResource* TrackingEvents? VerificationParameters? | vendor
        ExecutableResource: | apiFramework type
        JavaScriptResource: | apiFramework browserOptional
        Verification/TrackingEvents: Verification>Tracking* |
        TrackingEvents: Tracking* |
        Tracking: | event! offset
        Category: | authority!
        BlockedAdCategories: | authority
        Survey: | type
        Creatives: Creative+ |
        Creative: CompanionAds? CreativeExtensions? Linear? NonLinearAds? UniversalAdId+ | id sequence adId apiFramework
        Wrapper>Creative: CompanionAds? Linear? NonLinearAds? | id sequence adId apiFramework
        UniversalAdId: | idRegistry!
        CreativeExtensions: CreativeExtension* |
        CreativeExtension: ANY | ANY
        Linear: Icons? TrackingEvents? AdParameters? Duration MediaFiles VideoClicks? | skipoffset
        Wrapper>Linear: Icons? TrackingEvents? VideoClicks? | skipoffset
        AdParameters: | xmlEncoded
        MediaFiles: ClosedCaptionFiles? MediaFile+ Mezzanine* InteractiveCreativeFile* |
        ClosedCaptionFiles: ClosedCaptionFile* |
        ClosedCaptionFile: | type language
        MediaFile: | id delivery! type! width! height! codec bitrate minBitrate maxBitrate scalable maintainAspectRatio fileSize mediaType apiFramework
        Mezzanine: | id delivery! type! width! height! codec fileSize mediaType
        InteractiveCreativeFile: | type apiFramework variableDuration
        VideoClicks: ClickTracking* ClickThrough? CustomClick* |
        ClickTracking: | id
        CustomClick: | id
        ClickThrough: | id
        Icons: Icon+ |
        Icon: HTMLResource* IFrameResource* StaticResource* IconClicks? IconViewTracking* | program width height xPosition yPosition duration offset apiFramework pxratio
        StaticResource: | creativeType!
        IconClicks: IconClickFallbackImages? IconClickThrough? IconClickTracking* |
        IconClickFallbackImages: IconClickFallbackImage+ |
        IconClickFallbackImage: AltText? StaticResource? | height width
        IconClickFallbackImage/StaticResource: |
        IconClickTracking: | id
        CompanionAds: Companion* | required
        Companion: HTMLResource* IFrameResource* StaticResource* AdParameters? AltText? CompanionClickThrough? CompanionClickTracking* CreativeExtensions? TrackingEvents? | id width! height! assetWidth assetHeight expandedWidth expandedHeight apiFramework adSlotId pxratio renderingMode
        CompanionClickTracking: | id!
        NonLinearAds: TrackingEvents? NonLinear* |
        NonLinear: HTMLResource* IFrameResource* StaticResource* AdParameters? NonLinearClickThrough? NonLinearClickTracking* | id width! height! expandedWidth expandedHeight scalable maintainAspectRatio minSuggestedDuration apiFramework
        Wrapper>NonLinear: NonLinearClickTracking? |
        NonLinearClickTracking: | id
        """)

    static let old = table(
        """
        VAST: Ad* / Error* | version!
        Ad: InLine / Wrapper | id sequence
        InLine: AdSystem AdTitle Description? Advertiser? Pricing? Survey? Error? Impression+ Creatives Extensions? |
        Wrapper: AdSystem VASTAdTagURI Error? Impression+ Creatives Extensions? |
        AdSystem: | version
        Impression: | id
        Wrapper>Impression: |
        Pricing: | model! currency!
        Extensions: Extension* |
        Extension: ANY | ANY
        Creatives: Creative+ |
        Wrapper>Creatives: Creative* |
        Creative: Linear? / CompanionAds? / NonLinearAds? | id sequence AdID
        Linear: Icons? CreativeExtensions? Duration TrackingEvents? AdParameters? VideoClicks? MediaFiles? | skipoffset
        Wrapper>Linear: CreativeExtensions? Icons? TrackingEvents? VideoClicks? |
        CreativeExtensions: CreativeExtension* |
        CreativeExtension: ANY | ANY
        TrackingEvents: Tracking* |
        Tracking: | event! offset
        AdParameters: | xmlEncoded
        VideoClicks: ClickThrough? ClickTracking* CustomClick* |
        Wrapper>VideoClicks: ClickTracking* CustomClick* |
        ClickTracking: | id
        CustomClick: | id
        ClickThrough: | id
        MediaFiles: MediaFile+ |
        MediaFile: | id delivery! type! bitrate minBitrate maxBitrate width! height! scalable maintainAspectRatio apiFramework codec
        Icons: Icon+ |
        Icon: StaticResource? / IFrameResource? / HTMLResource?; IconClicks? IconViewTracking* | program! width! height! xPosition! yPosition! offset duration apiFramework
        StaticResource: | creativeType!
        HTMLResource: | xmlEncoded
        IconClicks: IconClickTracking* IconClickThrough? |
        CompanionAds: Companion* | required
        Wrapper>CompanionAds: Companion* |
        Companion: StaticResource? / IFrameResource? / HTMLResource?; CreativeExtensions? TrackingEvents? CompanionClickThrough? AltText? AdParameters? | id width! height! assetWidth assetHeight expandedWidth expandedHeight apiFramework adSlotId
        Wrapper>Companion: StaticResource? / IFrameResource? / HTMLResource?; CreativeExtensions? TrackingEvents? CompanionClickThrough? CompanionClickTracking* AltText? AdParameters? | id width! height! assetWidth assetHeight expandedWidth expandedHeight apiFramework adSlotId
        NonLinearAds: TrackingEvents? NonLinear+ |
        Wrapper>NonLinearAds: TrackingEvents? NonLinear* |
        NonLinear: StaticResource? / IFrameResource? / HTMLResource?; CreativeExtensions? NonLinearClickTracking* NonLinearClickThrough? AdParameters? | id width! height! expandedWidth expandedHeight scalable maintainAspectRatio minSuggestedDuration apiFramework
        Wrapper>NonLinear: CreativeExtensions? NonLinearClickTracking* | id width height expandedWidth expandedHeight scalable maintainAspectRatio minSuggestedDuration apiFramework
        """)

    /// The children and attributes of an element, from its line.
    struct Rule: Sendable {
        let children: String
        let attributes: [Substring]
    }

    private static func table(_ text: String) -> [String: Rule] {
        var result: [String: Rule] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            let sides = parts[1].split(separator: "|", omittingEmptySubsequences: false)
            result[String(parts[0])] = Rule(
                children: sides[0].trimmingPrefix(" ").description, attributes: sides[1].split(separator: " "))
        }
        return result
    }
}

@testable import VAST

/// The types of texts and attributes in the IAB's schemas.
enum SchemaValues {
    /// Whether a value has the right type. An empty attribute name stands for the element's text.
    static func allows(_ value: String, of attribute: String, in element: String, isNew: Bool) -> Bool {
        switch (element, attribute) {
        case ("Duration", ""), (_, "duration"), ("Icon", "offset"), (_, "minSuggestedDuration"):
            isTime(value)
        case (_, "skipoffset"), (_, "offset"):
            value.wholeMatch(of: #/(\d{2}:[0-5]\d:[0-5]\d(\.\d\d\d)?|1?\d?\d(\.?\d)*%)/#) != nil
        case (_, "width"), (_, "height"), (_, "bitrate"), (_, "minBitrate"), (_, "maxBitrate"), (_, "fileSize"),
            (_, "sequence"), (_, "assetWidth"), (_, "assetHeight"), (_, "expandedWidth"), (_, "expandedHeight"),
            ("Expires", ""):
            isDigits(value.hasPrefix("-") ? value.dropFirst() : value[...])
        case (_, "scalable"), (_, "maintainAspectRatio"), (_, "xmlEncoded"), (_, "variableDuration"),
            (_, "browserOptional"), (_, "conditionalAd"), (_, "followAdditionalWrappers"), (_, "allowMultipleAds"),
            (_, "fallbackOnNoAd"):
            ["true", "false", "1", "0"].contains(value)
        case (_, "pxratio"), ("Pricing", ""):
            value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).allSatisfy(isDigits)
        case (_, "delivery"): ["progressive", "streaming"].contains(value)
        case (_, "adType"): ["video", "audio", "hybrid"].contains(value)
        case (_, "required"): ["all", "any", "none"].contains(value)
        case (_, "renderingMode"): ["default", "end-card", "concurrent"].contains(value)
        case (_, "model"): (isNew ? models + models.map { $0.uppercased() } : models).contains(value)
        case (_, "currency"): value.wholeMatch(of: #/[a-zA-Z]{3}/#) != nil
        case (_, "xPosition"): ["", "left", "right"].contains(value) || isDigits(value[...])
        case (_, "yPosition"): ["", "top", "bottom"].contains(value) || isDigits(value[...])
        case ("Tracking", "event"): (isNew ? newEvents : oldEvents).contains(Substring(value))
        default: true
        }
    }

    private static let models = ["cpc", "cpm", "cpe", "cpv"]

    /// `HH:MM:SS` up to 23:59:59, with an optional fraction. Written by hand, because a regular expression takes ten
    /// times as long.
    private static func isTime(_ value: String) -> Bool {
        let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers.allSatisfy({ $0.utf8.count == 2 && isDigits($0) }) else { return false }
        return numbers[0] <= "23" && numbers[1] <= "59" && numbers[2] <= "59" && parts.dropFirst().allSatisfy(isDigits)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// The event of a verification may have any name in its own type.
    private static let newEvents = Set(
        """
        mute unmute pause resume rewind skip playerExpand playerCollapse loaded start firstQuartile midpoint \
        thirdQuartile complete progress closeLinear creativeView acceptInvitation adExpand adCollapse minimize close \
        overlayViewDuration otherAdInteraction interactiveStart verificationNotExecuted
        """.split(separator: " "))

    private static let oldEvents = Set(
        """
        creativeView start firstQuartile midpoint thirdQuartile complete mute unmute pause rewind resume fullscreen \
        exitFullscreen expand collapse acceptInvitation close skip progress acceptInvitationLinear closeLinear
        """.split(separator: " "))
}

extension Macro {
    /// The kind of address that holds a macro.
    public enum Context: Sendable, Hashable, CaseIterable {
        /// A request for ads, such as the tag of a wrapper.
        case adRequest
        /// A tracker of any kind that has no case of its own here.
        case tracking
        /// A tracker of clicks on the ad, an icon, a companion or an overlay.
        case clickTracking
        /// An address of an `Error` element.
        case error
        /// A tracker of the event `verificationNotExecuted`.
        case verification
    }

    /// What a macro's value must look like.
    public enum ValueType: Sendable, Hashable {
        /// Anything.
        case text
        /// A whole number in decimal digits.
        case integer
        /// A decimal number.
        case number
        /// `HH:MM:SS.mmm`; taken as it is given.
        case playhead
        /// ISO-8601 with milliseconds and zone; taken as it is given.
        case timestamp
    }

    /// How many values a macro has.
    public enum Form: Sendable, Hashable {
        /// One, commas encoded.
        case single
        /// Two with a bare comma between, such as width and height.
        case pair
        /// Any number with bare commas between.
        case list
    }

    /// What VAST 4.3 and the IAB's list of macros say about one macro.
    ///
    /// The IAB lets every macro be used in documents of any version, so the versions inform and decide nothing:
    /// a deprecated macro is replaced like any other.
    public struct Definition: Sendable, Hashable {
        /// Where it may stand; elsewhere it is not defined, and is left as it is.
        public let contexts: Set<Context>
        /// What each of its values must look like; a value that does not is unknown.
        public let type: ValueType
        /// How many values it has.
        public let form: Form
        /// The version that brought it. What the IAB's list added after 4.2 counts as 4.3.
        public let introduced: Version
        /// The version that advises against it.
        public let deprecated: Version?
        /// Whether every player must replace it; what is required under conditions only is not.
        public let isRequired: Bool
    }

    /// Where the macro may stand and what its value looks like.
    public var definition: Definition {
        Definition(
            contexts: contexts, type: type, form: form, introduced: introduced,
            deprecated: self == .contentPlayhead ? Version(4, 1) : nil, isRequired: isRequired)
    }

    /// Trackers of clicks, errors and verifications are trackers as well.
    private static let trackers: Set<Context> = [.tracking, .clickTracking, .error, .verification]
    private static let everywhere = trackers.union([.adRequest])

    var contexts: Set<Context> {
        switch self {
        case .blockedAdCategories, .adCategories, .vastVersions, .apiFrameworks, .extensions, .verificationVendors,
            .mediaMIME, .contentCategories, .dsaRequired, .dsaParameters, .dsaPublisherRender:
            [.adRequest]
        case .universalAdID, .playerState, .adPlayhead, .assetURI, .podSequence, .adServingID: Self.trackers
        case .clickPosition: [.clickTracking]
        case .errorCode: [.error]
        case .reason: [.verification]
        default: Self.everywhere
        }
    }

    var type: ValueType {
        switch self {
        case .timestamp: .timestamp
        case .contentPlayhead, .mediaPlayhead, .adPlayhead: .playhead
        case .latLong, .clickPosition: .number
        case .cacheBusting, .breakPosition, .adCount, .placementType, .breakMaxDuration, .breakMaxAds,
            .breakMinAdLength, .breakMaxAdLength, .serverSide, .vastVersions, .apiFrameworks, .clickType, .playerSize,
            .podSequence, .playbackMethods, .errorCode, .reason, .limitAdTracking, .gppSectionID, .dsaRequired,
            .dsaPublisherRender:
            .integer
        // The IAB's list calls `DSAPARAMS` integers and shows `1_2`.
        default: .text
        }
    }

    var form: Form {
        switch self {
        case .latLong, .playerSize, .clickPosition: .pair
        case .blockedAdCategories, .adCategories, .universalAdID, .vastVersions, .apiFrameworks, .extensions,
            .verificationVendors, .mediaMIME, .playerCapabilities, .playerState, .inventoryState, .contentCategories,
            .regulations, .gppSectionID, .dsaParameters:
            .list
        default: .single
        }
    }

    private var introduced: Version {
        switch self {
        case .cacheBusting, .contentPlayhead, .assetURI, .errorCode: Version(3, 0)
        case .timestamp: Version(4, 0)
        case .breakMaxDuration, .breakMaxAds, .breakMinAdLength, .breakMaxAdLength: Version(4, 2)
        case .storeID, .storeURL, .playbackMethods, .contentCategories, .gppString, .gppSectionID, .dsaRequired,
            .dsaParameters, .dsaPublisherRender:
            Version(4, 3)
        default: Version(4, 1)
        }
    }

    private var isRequired: Bool {
        switch self {
        case .timestamp, .cacheBusting, .errorCode, .reason, .limitAdTracking: true
        default: false
        }
    }
}

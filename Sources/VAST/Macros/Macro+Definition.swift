extension Macro {
    /// The kinds of addresses that contain macros.
    public enum Context: Sendable, Hashable, CaseIterable {
        /// A request for ads, such as the tag of a wrapper.
        case adRequest
        /// A tracker without a case of its own here.
        case tracking
        /// A tracker for clicks on the ad, an icon, a companion or an overlay.
        case clickTracking
        /// The address of an `Error` element.
        case error
        /// A tracker for the event `verificationNotExecuted`.
        case verification
    }

    /// The type of a macro's value.
    public enum ValueType: Sendable, Hashable {
        /// Any text.
        case text
        /// A whole number in decimal digits.
        case integer
        /// A decimal number.
        case number
        /// `HH:MM:SS.mmm`; the text is not checked.
        case playhead
        /// ISO 8601 with milliseconds and zone; the text is not checked.
        case timestamp
    }

    /// The number of values of a macro.
    public enum Form: Sendable, Hashable {
        /// One value; commas are encoded.
        case single
        /// Two values with a bare comma between them, such as width and height.
        case pair
        /// Any number of values with bare commas between them.
        case list
    }

    /// What VAST 4.3 and the IAB's list of macros define for one macro.
    ///
    /// The IAB allows every macro in documents of any version. So the versions are only information: a deprecated macro
    /// is replaced like any other.
    public struct Definition: Sendable, Hashable {
        /// The addresses in which the macro is defined. In other addresses it is left unchanged.
        public let contexts: Set<Context>
        /// The type of each value. A value of another type counts as unknown.
        public let type: ValueType
        /// The number of values.
        public let form: Form
        /// The version that introduced it. Additions to the IAB's list after 4.2 count as 4.3.
        public let introduced: Document.Version
        /// The version that deprecated it.
        public let deprecated: Document.Version?
        /// Whether every player must replace it. False when it is required only under conditions.
        public let isRequired: Bool
    }

    /// The addresses in which the macro is defined, and the form of its value.
    public var definition: Definition {
        Definition(
            contexts: contexts, type: type, form: form, introduced: introduced,
            deprecated: self == .contentPlayhead ? Document.Version(4, 1) : nil, isRequired: isRequired)
    }

    /// Trackers of clicks, errors and verifications are also trackers.
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
        // The IAB's list gives `DSAPARAMS` the type integer but shows `1_2`.
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

    private var introduced: Document.Version {
        switch self {
        case .cacheBusting, .contentPlayhead, .assetURI, .errorCode: Document.Version(3, 0)
        case .timestamp: Document.Version(4, 0)
        case .breakMaxDuration, .breakMaxAds, .breakMinAdLength, .breakMaxAdLength: Document.Version(4, 2)
        case .storeID, .storeURL, .playbackMethods, .contentCategories, .gppString, .gppSectionID, .dsaRequired,
            .dsaParameters, .dsaPublisherRender:
            Document.Version(4, 3)
        default: Document.Version(4, 1)
        }
    }

    private var isRequired: Bool {
        switch self {
        case .timestamp, .cacheBusting, .errorCode, .reason, .limitAdTracking: true
        default: false
        }
    }
}

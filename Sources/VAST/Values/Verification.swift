/// A vendor's measurement of one ad (from 4.1 on; before that in an extension of type `AdVerifications`).
public struct Verification: Sendable, Hashable {
    /// A script or program that measures.
    public struct Script: Sendable, Hashable {
        /// Where it is.
        public var url: URLTemplate
        /// What it needs, such as `omid`.
        public var apiFramework: String?
        /// Whether it runs without that.
        public var isBrowserOptional: Bool
        /// The MIME type of a program that is no JavaScript; `nil` for JavaScript.
        public var executableType: String?

        /// Makes a script.
        public init(
            url: URLTemplate, apiFramework: String? = nil, isBrowserOptional: Bool = false,
            executableType: String? = nil
        ) {
            self.url = url
            self.apiFramework = apiFramework
            self.isBrowserOptional = isBrowserOptional
            self.executableType = executableType
        }
    }

    /// Why a script was not run, as the macro `[REASON]` says it.
    public enum Reason: Int, Sendable, CaseIterable {
        /// The player rejects the vendor.
        case rejected = 1
        /// The player does not support what the script needs.
        case unsupported = 2
        /// The script could not be loaded.
        case loadFailure = 3
    }

    /// The vendor's key.
    public var vendor: String?
    /// JavaScript and other programs, in the document's order.
    public var scripts: [Script]
    /// Only ``TrackingEvent/Name/verificationNotExecuted`` is defined.
    public var trackingEvents: [TrackingEvent]
    /// Handed to the script.
    public var parameters: String?

    /// Makes a verification.
    public init(
        vendor: String? = nil, scripts: [Script] = [], trackingEvents: [TrackingEvent] = [], parameters: String? = nil
    ) {
        self.vendor = vendor
        self.scripts = scripts
        self.trackingEvents = trackingEvents
        self.parameters = parameters
    }
}

/// A vendor's measurement of an ad (from 4.1 on; earlier in an extension of type `AdVerifications`).
public struct Verification: Sendable, Hashable {
    /// A measurement script or program.
    public struct Script: Sendable, Hashable {
        /// The address of the script.
        public var url: URLTemplate
        /// The framework that it needs, such as `omid`.
        public var apiFramework: String?
        /// Whether it runs without the framework.
        public var isBrowserOptional: Bool
        /// The MIME type of a program that is not JavaScript; `nil` for JavaScript.
        public var executableType: String?

        /// By default a JavaScript that needs no framework.
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

    /// Why a script was not run, as in the macro `[REASON]`.
    public enum Reason: Int, Sendable, CaseIterable {
        /// The player rejects the vendor.
        case rejected = 1
        /// The player does not support the script's framework.
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
    /// The text for the script.
    public var parameters: String?

    /// Lists that are not given are empty.
    public init(
        vendor: String? = nil, scripts: [Script] = [], trackingEvents: [TrackingEvent] = [], parameters: String? = nil
    ) {
        self.vendor = vendor
        self.scripts = scripts
        self.trackingEvents = trackingEvents
        self.parameters = parameters
    }
}

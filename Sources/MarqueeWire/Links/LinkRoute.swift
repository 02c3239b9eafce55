/// One route of a ``LinkMapFile``: its pattern, the handlers that run, and the parameters that it takes.
public struct LinkRoute: Sendable {
    /// The rules for a parameter.
    public struct Parameter: Sendable {
        /// Whether a link without it is not taken.
        public let isRequired: Bool
        /// What the whole value has to match; `nil` if every value is allowed.
        public let pattern: LinkPattern?

        /// Makes the rules for a parameter.
        public init(isRequired: Bool, pattern: LinkPattern?) {
            self.isRequired = isRequired
            self.pattern = pattern
        }
    }

    /// As the file has it: `campaign/:CurrentCampaign`.
    public let pattern: String
    /// The names of the handlers, in the order in which they run.
    public let handlers: [String]
    /// The rules by the parameters' names; a captured segment needs none.
    public let parameters: [String: Parameter]
    /// The first segment, which must be the link's host; `nil` for a pattern that begins with a slash.
    public let host: String?
    /// The segments behind it; one that begins with a colon captures the link's segment under the name that follows.
    public let segments: [String]

    /// Makes a route.
    public init(_ pattern: String, handlers: [String], parameters: [String: Parameter]) {
        self.pattern = pattern
        self.handlers = handlers
        self.parameters = parameters
        var segments = pattern.split(separator: "/").map(String.init)
        host = pattern.hasPrefix("/") || segments.isEmpty ? nil : segments.removeFirst()
        self.segments = segments
    }

    /// The names under which segments are captured, in their order.
    public var captures: [String] { segments.compactMap(Self.capture) }

    /// The name under which a segment is captured; `nil` for one that is compared.
    public static func capture(_ segment: String) -> String? {
        segment.hasPrefix(":") ? String(segment.dropFirst()) : nil
    }
}

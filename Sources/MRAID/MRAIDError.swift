/// The reason why an ad cannot be prepared.
public struct MRAIDError: Error, Sendable, Hashable {
    /// The possible causes.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The library's own `mraid.js` is not in its bundle.
        case scriptMissing
        /// The creative is larger than ``Sandbox/creativeBytes``.
        case creativeTooLarge
        /// The creative holds nothing but white space.
        case creativeEmpty
    }

    /// The cause of the failure.
    public let code: Code
    /// A sentence for the log.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// What keeps an ad from being prepared.
public struct MRAIDError: Error, Sendable, Hashable {
    /// The bounded set of causes.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The library's own `mraid.js` is not in its bundle.
        case scriptMissing
        /// The creative is larger than ``Sandbox/creativeBytes``.
        case creativeTooLarge
        /// There is nothing to show.
        case creativeEmpty
    }

    /// The cause.
    public let code: Code
    /// A sentence for the log.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

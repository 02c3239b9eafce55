/// A text that stays out of logs, descriptions and dumps, such as a client's secret.
public struct Secret: Sendable, Hashable {
    /// The text itself, for the request that needs it.
    package let text: String

    /// Keeps any text.
    public init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a secret, and nothing about it.
    public var description: String { "(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

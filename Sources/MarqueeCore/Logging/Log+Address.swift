public import Foundation

extension Log {
    /// The URL without user, password, query and fragment, for use in a message.
    public static func address(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "(address)" }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? "(address)"
    }
}

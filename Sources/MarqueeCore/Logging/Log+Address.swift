public import Foundation

extension Log {
    /// An address as it may stand in a message: without user, password, query and fragment.
    public static func address(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "(address)" }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? "(address)"
    }
}

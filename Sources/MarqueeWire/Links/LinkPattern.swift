import Foundation

/// A regular expression for the whole value of a link's parameter, with a bound on the work of one match.
///
/// The expression comes from the app, the value from the author of the link. Some expressions need more than a lifetime for
/// a short value, so a match that takes too many steps is given up.
public struct LinkPattern: Sendable {
    static let longestExpression = 512
    static let longestValue = 1_024
    /// Foundation reports progress about every 10,000 steps.
    static let mostReports = 20

    /// The expression as it was written.
    public let text: String
    private let expression: NSRegularExpression

    /// - Returns: `nil` if the text is not a regular expression, or has more than 512 bytes.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longestExpression, (try? NSRegularExpression(pattern: text)) != nil,
            let whole = try? NSRegularExpression(pattern: "\\A(?:\(text))\\z")
        else { return nil }
        self.text = text
        expression = whole
    }

    /// Whether the whole value matches. A value of more than 1,024 bytes, or that takes too many steps, does not.
    public func matches(_ value: String) -> Bool {
        guard value.utf8.count <= Self.longestValue else { return false }
        var isMatch = false
        var reports = 0
        let all = NSRange(value.startIndex..., in: value)
        expression.enumerateMatches(in: value, options: .reportProgress, range: all) { match, _, stop in
            reports += 1
            isMatch = match != nil
            if isMatch || reports > Self.mostReports { stop.pointee = true }
        }
        return isMatch
    }
}

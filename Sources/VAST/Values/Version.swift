/// The version that a document says it follows.
public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 2 to 4 in what this library plays.
    public let major: Int
    /// 0 to 3 in what this library plays.
    public let minor: Int

    /// Makes a version of its two numbers.
    public init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads `4.2`, `3`, or a form with more parts, whose third and later parts are ignored (`2.0.1`).
    /// - Returns: `nil` for anything that does not begin with a number.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let major = Int(first), major >= 0 else { return nil }
        guard parts.count > 1 else {
            self.init(major, 0)
            return
        }
        guard let minor = Int(parts[1]), minor >= 0 else { return nil }
        self.init(major, minor)
    }

    /// The versions this library plays, which are all that there are from 2.0 on. Any other, a 2.1 or a 3.5 between them
    /// included, is error 102: nobody knows what such a document means by its elements.
    public static let supported: Set = [
        Version(2, 0), Version(3, 0), Version(4, 0), Version(4, 1), Version(4, 2), Version(4, 3),
    ]

    /// By major, then by minor number.
    public static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// `MAJOR.MINOR`
    public var description: String { "\(major).\(minor)" }
}

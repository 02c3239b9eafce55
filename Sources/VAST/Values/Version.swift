extension Document {
    /// The version that a document states.
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// 2 to 4 in supported versions.
        public let major: Int
        /// 0 to 3 in supported versions.
        public let minor: Int

        /// Any numbers are accepted; see ``supported``.
        public init(_ major: Int, _ minor: Int) {
            self.major = major
            self.minor = minor
        }

        /// Parses `4.2`, `3`, or a form with more parts, of which the third and later ones are ignored (`2.0.1`).
        /// - Returns: `nil` for a text that does not begin with a number.
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

        /// The supported versions: all that exist from 2.0 on. A document of any other version, such as 2.1 or 3.5, is
        /// error 102, because the meaning of its elements is unknown.
        public static let supported: Set = [
            Version(2, 0), Version(3, 0), Version(4, 0), Version(4, 1), Version(4, 2), Version(4, 3),
        ]

        /// Compares the major numbers, then the minor numbers.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }

        /// `MAJOR.MINOR`
        public var description: String { "\(major).\(minor)" }
    }
}

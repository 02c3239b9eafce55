extension LinkPolicy {
    /// An absolute URL that an ad may open, parsed as far as the safety checks need.
    ///
    /// Only listed schemes are allowed. `file`, `javascript`, `data`, `about`, `blob` and all others are not listed.
    public struct Link: Sendable, Hashable {
        /// Where a link is opened.
        public enum Destination: String, Sendable, Hashable {
            /// The app's own browser.
            case app
            /// The system: telephone, messages, mail or store.
            case system
        }

        /// The URL, with a scheme in lower case.
        public let text: String
        /// The scheme in lower case.
        public let scheme: String
        /// The host in lower case; nil for a URL without an authority.
        public let host: String?

        /// Nil for a text that is not a usable URL: without a scheme, without a host where one is needed, or with
        /// control characters or white space inside.
        ///
        /// A text that begins with `//` becomes `https`. White space around the text is ignored.
        public init?(_ text: String) {
            var bytes = text.utf8[...]
            bytes = bytes.drop(while: Self.isBlank)
            while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
            let given = String(Substring(bytes)).utf8
            let full = given.starts(with: "//".utf8) ? "https:\(given)".utf8 : given
            guard let colon = full.firstIndex(of: UInt8(ascii: ":")),
                !full.contains(where: { $0 <= 0x20 || $0 == 0x7F })
            else { return nil }
            let scheme = String(decoding: full[..<colon], as: UTF8.self).lowercased()
            guard let first = scheme.unicodeScalars.first, ("a"..."z").contains(first),
                scheme.unicodeScalars.allSatisfy(Self.isSchemeCharacter)
            else { return nil }
            self.scheme = scheme
            self.text = scheme + String(decoding: full[colon...], as: UTF8.self)
            host = Self.host(after: full[full.index(after: colon)...])
            if Self.webSchemes.contains(scheme), host?.isEmpty ?? true { return nil }
        }

        /// Whether the scheme is `http` or `https`.
        public var isWeb: Bool { Self.webSchemes.contains(scheme) }

        /// Whether the link opens an app store.
        public var isStore: Bool {
            Self.storeSchemes.contains(scheme) || (isWeb && host.map(Self.storeHosts.contains) ?? false)
        }

        static let webSchemes: Set<String> = ["http", "https"]
        static let storeSchemes: Set<String> = ["itms", "itmss", "itms-apps", "itms-appss", "market"]
        static let storeHosts: Set<String> = ["apps.apple.com", "itunes.apple.com", "play.google.com"]

        private static func isSchemeCharacter(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "a"..."z", "0"..."9", "+", "-", ".": true
            default: false
            }
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }

        /// The host of the authority, without user and port. A backslash ends the authority, as in browsers. The code
        /// compares bytes, because a combining mark after a slash would make another `Character`.
        private static func host(after rest: Substring.UTF8View) -> String? {
            guard rest.starts(with: "//".utf8) else { return nil }
            let authority = rest.dropFirst(2).prefix { !"/?#\\".utf8.contains($0) }
            let named =
                authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
            let isNumeric = named.first == UInt8(ascii: "[")
            let host = named.prefix { $0 != UInt8(ascii: isNumeric ? "]" : ":") }
            return String(decoding: host, as: UTF8.self).lowercased() + (isNumeric ? "]" : "")
        }
    }
}

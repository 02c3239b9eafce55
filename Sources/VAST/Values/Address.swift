/// Addresses in documents. They are similar to URLs but may contain any characters that servers write.
enum Address {
    /// The scheme in lower case; `nil` for a relative address.
    static func scheme(of address: some StringProtocol) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon]
        guard let first = scheme.utf8.first, isLetter(first) else { return nil }
        guard scheme.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }) else { return nil }
        return scheme.lowercased()
    }

    /// The scheme for addresses without one: the document's own if that is `http`, otherwise `https`.
    static func webScheme(of address: some StringProtocol) -> String {
        scheme(of: address) == "http" ? "http" : "https"
    }

    /// Whether an absolute address has a host.
    static func namesHost(_ address: String) -> Bool {
        guard let scheme = scheme(of: address) else { return false }
        let rest = address.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//"), let first = rest.utf8.dropFirst(2).first else { return false }
        return !"/?#:@\\".utf8.contains(first)
    }

    /// Resolves a reference in a document (RFC 3986, section 5.2).
    /// - Parameter base: the address of the document.
    /// - Returns: `nil` for a relative reference without a usable base.
    static func resolve(_ reference: String, against base: String?) -> String? {
        guard scheme(of: reference) == nil else { return reference }
        guard let base, let scheme = scheme(of: base) else { return nil }
        if reference.hasPrefix("//") { return scheme + ":" + reference }
        let rest = base.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return nil }
        let afterSlashes = rest.dropFirst(2)
        let hostEnd = afterSlashes.utf8.firstIndex { "/?#".utf8.contains($0) } ?? afterSlashes.endIndex
        let root = scheme + "://" + afterSlashes[..<hostEnd]
        return root + path(of: reference, in: afterSlashes[hostEnd...])
    }

    /// The path, query and fragment of a reference without a host.
    private static func path(of reference: String, in base: Substring) -> String {
        let basePath = String(base.prefix { $0 != "?" && $0 != "#" })
        if reference.isEmpty || reference.hasPrefix("#") { return String(base.prefix { $0 != "#" }) + reference }
        if reference.hasPrefix("?") { return basePath + reference }
        let path = String(reference.prefix { $0 != "?" && $0 != "#" })
        let tail = reference.dropFirst(path.count)
        guard !path.hasPrefix("/") else { return withoutDots(path) + tail }
        let folder = basePath.lastIndex(of: "/").map { String(basePath[...$0]) } ?? "/"
        return withoutDots(folder + path) + tail
    }

    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for part in parts {
            switch part {
            case ".": break
            case "..": _ = kept.popLast()
            default: kept.append(part)
            }
        }
        let endsInFolder = parts.last == "." || parts.last == ".."
        return "/" + kept.joined(separator: "/") + (endsInFolder && !kept.isEmpty ? "/" : "")
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

import Foundation

/// The permanent last part of an article's URI: its first title in simple letters, and six random characters that make
/// it unique.
enum ArticleName {
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func make(title: String, using random: inout some RandomNumberGenerator) -> String {
        let suffix = (0..<6).map { _ in digits[Int.random(in: 0..<digits.count, using: &random)] }
        return "\(slug(title))-\(String(decoding: suffix, as: UTF8.self))"
    }

    /// The title as at most 48 characters of `a-z`, `0-9` and single hyphens.
    static func slug(_ title: String) -> String {
        let plain = title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var slug = ""
        for word in words {
            guard slug.utf8.count + word.utf8.count < 48 else { break }
            slug += slug.isEmpty ? word : "-" + word
        }
        return slug.isEmpty ? "article" : slug
    }
}

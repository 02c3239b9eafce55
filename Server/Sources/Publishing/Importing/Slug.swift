import Foundation

/// The form of a title that can stand in a URI.
public enum Slug {
    /// Lower-case ASCII letters and digits joined by hyphens, at most `limit` characters; `fallback` when nothing is
    /// left.
    public static func of(_ text: String, limit: Int = 48, fallback: String = "item") -> String {
        var plain = text
        if !text.utf8.allSatisfy({ $0 < 0x80 }) {
            let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
            plain = latin.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        }
        plain = plain.lowercased()
        var slug = ""
        for scalar in plain.unicodeScalars {
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if scalar != "'", scalar != "’", !slug.isEmpty, slug.utf8.last != UInt8(ascii: "-") {
                slug.append("-")
            }
            if slug.utf8.count >= limit { break }
        }
        let trimmed = slug.hasSuffix("-") ? String(slug.dropLast()) : slug
        return trimmed.isEmpty ? fallback : trimmed
    }
}

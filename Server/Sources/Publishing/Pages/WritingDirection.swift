/// The direction in which a language is written, as a value of `dir` in HTML.
///
/// The table is part of the program, so that the pages of a release have the same bytes on every machine.
enum WritingDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// Scripts of ISO 15924.
    private static let scripts: Set<String> = [
        "adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi",
    ]
    /// Languages whose usual script is one of those; `iw` and `ji` are the former codes of Hebrew and Yiddish.
    private static let languages: Set<String> = [
        "ar", "arc", "arz", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "mzn", "nqo", "pnb", "prs",
        "ps", "sd", "sdh", "skr", "syr", "ug", "ur", "yi",
    ]

    /// - Parameter language: a tag as in BCP 47; a script in the tag decides, otherwise the language.
    init(language: String) {
        let parts = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        let isRightToLeft =
            script.map { Self.scripts.contains(String($0)) }
            ?? parts.first.map { Self.languages.contains(String($0)) } ?? false
        self = isRightToLeft ? .rightToLeft : .leftToRight
    }
}

/// HTML that is safe to show, and what was found in it.
struct SanitizedHTML: Sendable {
    var html = ""
    var words = 0
    /// The first characters of the text, for a summary.
    var beginning = ""
    /// As the source wrote them.
    var images: [(source: String, alt: String)] = []
    var links: [String] = []
    var fragments: [String] = []
    var ids: Set<String> = []
    /// Names of elements that were removed with their contents, with how often.
    var removed: [String: Int] = [:]
}

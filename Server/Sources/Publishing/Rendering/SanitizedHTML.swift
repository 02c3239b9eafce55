/// HTML that is safe to show, with the links, images and anchors found in it.
struct SanitizedHTML: Sendable {
    var html = ""
    var words = 0
    /// The first characters of the text, for a summary.
    var beginning = ""
    /// The addresses as the source wrote them.
    var images: [(source: String, alt: String)] = []
    var links: [String] = []
    var fragments: [String] = []
    var ids: Set<String> = []
    /// Names of elements that were removed with their contents, each with its count.
    var removed: [String: Int] = [:]
}

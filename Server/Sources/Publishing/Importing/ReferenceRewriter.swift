import PlatformStore

/// Replaces addresses inside an article's text without touching anything else.
struct ReferenceRewriter {
    /// The new address of each image, by its old one.
    var images: [String: String] = [:]
    /// The new address of each link, by its old one.
    var links: [String: String] = [:]

    /// Replaces addresses wherever they occur as addresses; code stays unchanged.
    /// - Returns: the text, and the addresses that were not found in any known spelling.
    func rewritten(
        _ text: String, format: ArticleContent.Format
    ) -> (text: String, missedImages: Set<String>, missedLinks: Set<String>) {
        guard !images.isEmpty || !links.isEmpty else { return (text, [], []) }
        var (missedImages, missedLinks) = (Set(images.keys), Set(links.keys))
        let source = Array(text.utf8)
        let code = format == .markdown ? CodeSpans.code(in: source, lines: MarkdownRenderer.codeLines(text)) : []
        var output: [UInt8] = []
        var done = 0
        let addresses = missedImages.union(missedLinks)
        for place in AddressScan.places(of: addresses, in: source, skipping: code) {
            let image = place.use == .link ? nil : images[place.address]
            let link = place.use == .image ? nil : links[place.address]
            guard let replacement = image ?? link else { continue }
            if image != nil { missedImages.remove(place.address) }
            if link != nil { missedLinks.remove(place.address) }
            output += source[done..<place.range.lowerBound]
            output += replacement.utf8
            done = place.range.upperBound
        }
        return (String(decoding: output + source[done...], as: UTF8.self), missedImages, missedLinks)
    }
}

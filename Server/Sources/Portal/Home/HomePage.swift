/// The values of the home page's template.
struct HomePage: Sendable {
    /// A sentence with the page where more of it stands.
    struct Line: Sendable {
        let text: String
        let address: String?
        let link: String
        /// A word for the line's mark; `nil` for a line without one.
        var mark: String?
        /// `ok`, `careful` or `failed`: the look of the mark.
        var look: String = ""

        init(_ text: String, _ link: String = "", at address: String? = nil, mark: String? = nil, look: String = "") {
            (self.text, self.link, self.address) = (text, link, address)
            (self.mark, self.look) = (mark, look)
        }
    }

    /// A figure of yesterday beside the same day a week earlier.
    struct Comparison: Sendable {
        let name: String
        let now: String
        let before: String
        /// "+20 %", or empty when there is nothing to compare with.
        let change: String
    }

    let frame: PageFrame
    /// The first steps of a new app; empty when all are done.
    let steps: [Line]
    let hasSteps: Bool
    let live: [Line]
    let waiting: [Line]
    let health: [Line]
    let yesterday: String
    let before: String
    let figures: [Comparison]
    /// Whether there is an app that the rest of the page can be about.
    let hasApp: Bool
    /// Nobody read anything on either day.
    let isQuiet: Bool
}

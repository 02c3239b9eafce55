import MarqueeWire
import PlatformStore

/// The articles that a person ticked on the page for publishing, with the versions that the page showed.
struct PublishTicks: Sendable {
    /// More articles than these are ticked together, as the rest.
    static let mostListed = 500

    private let ticked: Set<String>
    /// The articles that the page listed. They are not part of the rest.
    private let listed: Set<String>
    /// Whether the form had a list of articles at all; without one, everything ready is taken.
    private let hasList: Bool
    private let hasRest: Bool
    /// When the page was made: the rest is what was saved until then.
    private let seen: Timestamp

    /// Everything that is ready.
    init() {
        (ticked, listed, hasList, hasRest, seen) = ([], [], false, true, Timestamp(milliseconds: 0))
    }

    init(_ form: FormFields) {
        ticked = Set(form.all("take"))
        listed = Set(form.all("shown"))
        hasList = form.has("listed")
        hasRest = form.has("rest") || !hasList
        seen = Timestamp(milliseconds: Int64(form.number("seen", in: 0...Self.latest) ?? 0))
    }

    /// The year 9999, in milliseconds.
    private static let latest = 253_402_300_799_000

    func has(_ article: ListedArticle) -> Bool {
        !hasList || ticked.contains(ArticleTicks.value(article)) || isRest(article.uri, saved: article.modified)
    }

    var takesRest: Bool { hasRest }

    /// Until when the rest was saved; `nil` when it is not taken, or everything is.
    var restBound: Timestamp? { hasList && hasRest ? seen : nil }

    private func isRest(_ uri: ContentURI, saved: Timestamp) -> Bool {
        restBound.map { saved <= $0 } ?? false && !listed.contains("\(uri)")
    }

    /// What a page with this list shows as the choice.
    /// - Parameters:
    ///   - shown: the articles of the list.
    ///   - ready: every ready version.
    func taking(showing shown: [ListedArticle], of ready: [ContentURI: Int]) -> ReleaseChoice.Taking {
        guard hasList else { return .everythingReady }
        var versions = hasRest ? ready : [:]
        for article in shown { versions[article.uri] = has(article) ? article.version : nil }
        return .only(versions)
    }

    /// The choice of the person.
    /// - Parameter ready: the ready versions that were saved until ``restBound``.
    func taking(_ ready: [ContentURI: Int]) -> ReleaseChoice.Taking {
        guard hasList else { return .everythingReady }
        let rest = restBound == nil ? [:] : ready.filter { !listed.contains("\($0.key)") }
        return .only(rest.merging(ArticleTicks.versions(ticked)) { $1 })
    }
}

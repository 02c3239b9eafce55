public import MarqueeWire

/// Which articles a release takes as they are saved now. Every other article stays in it with its live version.
public struct ReleaseChoice: Sendable, Hashable {
    /// The saved work that a release takes.
    public enum Taking: Sendable, Hashable {
        /// Everything that is ready.
        case everythingReady
        /// These versions, as far as they are ready and still the saved ones, and what is due: the next look at the
        /// schedules would publish that at once.
        case only([ContentURI: Int])
        /// What was saved before its embargo ended, and waits for a release since then.
        case due
    }

    /// The app and stream that gets the release.
    public var scope: Scope
    /// The saved work that is taken.
    public var taking: Taking
    /// Articles that the release leaves out, although they are live.
    public var leavingOut: Set<ContentURI>

    /// Makes a choice.
    public init(_ scope: Scope, taking: Taking = .everythingReady, leavingOut: Set<ContentURI> = []) {
        self.scope = scope
        self.taking = taking
        self.leavingOut = leavingOut
    }

    func takes(_ uri: ContentURI, _ article: ChosenArticle, at time: Timestamp) -> Bool {
        guard !article.isDraft, article.embargo.map({ $0 <= time }) ?? true else { return false }
        switch taking {
        case .everythingReady: return true
        case .only(let versions): return article.isDue || versions[uri] == article.version
        case .due: return article.isDue
        }
    }
}

/// What a choice depends on.
struct ChosenArticle {
    /// A version with its place.
    struct Version {
        let number: Int
        let channel: String
        let position: Int
    }

    let saved: Version
    let isDraft: Bool
    let embargo: Timestamp?
    /// Whether a schedule waits for a release.
    let isDue: Bool
    /// The live version, when its text is known.
    let live: Version?
    /// Whether any version is live.
    let isLive: Bool

    var version: Int { saved.number }
}

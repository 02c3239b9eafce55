/// Which of several hubs a user gets: the one whose tags match best, the first in the publisher's order among equals,
/// the first of all when none match.
///
/// Content is never withheld for want of matching tags.
public enum HubSelection {
    /// Chooses among candidates of any type.
    /// - Parameters:
    ///   - candidates: in the publisher's order.
    ///   - profile: what the user met, and how often.
    ///   - tags: the tags of a candidate.
    /// - Returns: `nil` only when there are no candidates.
    public static func best<Candidate>(
        of candidates: [Candidate], for profile: TagProfile, tags: (Candidate) -> [String]
    ) -> Candidate? {
        var best: (candidate: Candidate, score: Int)?
        for candidate in candidates {
            let score = profile.score(tags(candidate))
            if best.map({ score > $0.score }) ?? true { best = (candidate, score) }
        }
        return best?.candidate
    }
}

/// Chooses the hub for a user: the hub whose tags match best.
///
/// Among equal matches, and when no hub matches, the first one in the publisher's order wins. A user without matching
/// tags still gets a hub.
public enum HubSelection {
    /// Chooses among candidates of any type.
    /// - Parameters:
    ///   - candidates: in the publisher's order.
    ///   - profile: the user's tags and their counts.
    ///   - tags: returns the tags of a candidate.
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

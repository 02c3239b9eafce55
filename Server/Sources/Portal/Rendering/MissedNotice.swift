import Publishing

/// The ticked articles that did not go out, from the answer to a publish to the page behind it.
enum MissedNotice {
    /// The counts by reason as the end of an address; empty when everything went out.
    static func query(_ missed: [MissedArticle]) -> String {
        MissedArticle.Reason.allCases.map { reason in
            let count = missed.count { $0.reason == reason }
            return count == 0 ? "" : "&\(name(reason))=\(count)"
        }.joined()
    }

    /// A sentence for each reason; empty when everything went out.
    static func text(_ query: FormFields) -> String {
        MissedArticle.Reason.allCases.compactMap { reason in
            query.number(name(reason), in: 1...1_000_000).map { sentence($0, reason) }
        }.joined(separator: " ")
    }

    private static func name(_ reason: MissedArticle.Reason) -> String { "missed-\(reason.rawValue)" }

    private static func sentence(_ count: Int, _ reason: MissedArticle.Reason) -> String {
        let isOne = count == 1
        let cause =
            switch reason {
            case .changed: isOne ? "somebody saved it again meanwhile" : "somebody saved them again meanwhile"
            case .draft: isOne ? "it is a draft now" : "they are drafts now"
            case .scheduled: isOne ? "it is scheduled now" : "they are scheduled now"
            case .deleted: isOne ? "somebody deleted it" : "somebody deleted them"
            }
        return isOne
            ? "1 ticked article did not go out: \(cause)." : "\(count) ticked articles did not go out: \(cause)."
    }
}

/// One change that is made to many articles at once.
public enum ArticleEdit: Sendable, Hashable {
    /// Drafts are finished: the next publish takes them.
    case markReady
    /// Finished articles become drafts again; devices keep what is live.
    case makeDraft
    /// Adds a tag behind the others.
    case addTag(String)
    /// Takes a tag away.
    case removeTag(String)
    /// Live articles become drafts, because the release that follows leaves them out.
    case withdraw
    /// Deletes the articles with their histories.
    case delete

    /// The most articles of one change.
    public static let maximumArticles = ArticleQuery.maximumPageSize

    /// How the change is called in histories and in the audit log.
    var change: ArticleChange {
        switch self {
        case .markReady: .ready
        case .makeDraft, .delete: .edit
        case .addTag, .removeTag: .tag
        case .withdraw: .withdraw
        }
    }
}

/// What a reader made of a source.
struct SourceContent: Sendable {
    var articles: [ImportedArticle] = []
    var drafts = 0
    var problems: [ImportProblem] = []
    /// Keys of articles that are in the source and could not be read: they are not gone.
    var unread: Set<String> = []
    /// Whether everything was looked at: what a source did not tell of is gone only then.
    var isComplete = true
}

/// The articles that a reader found in a source.
struct SourceContent: Sendable {
    var articles: [ImportedArticle] = []
    var drafts = 0
    var problems: [ImportProblem] = []
    /// Keys of articles that are in the source but could not be read; they count as present.
    var unread: Set<String> = []
    /// Whether the whole source was read; only then does a missing article count as removed.
    var isComplete = true
}

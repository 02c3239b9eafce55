/// What a reader made of a source.
struct SourceContent: Sendable {
    var articles: [ImportedArticle] = []
    var drafts = 0
    var problems: [ImportProblem] = []
}

/// Why an article got a new version, as its history tells.
public enum ArticleChange: String, Sendable, Codable, CaseIterable {
    /// Written for the first time.
    case create
    /// Edited.
    case edit
    /// A draft was marked as ready.
    case ready
    /// Brought or changed by an import.
    case `import`
    /// An earlier version was saved again.
    case restore
    /// Taken out of the release.
    case withdraw
    /// A tag was added, taken away or renamed for several articles at once.
    case tag

    /// The action in the audit log.
    var action: String { self == .edit ? "article.update" : "article.\(rawValue)" }
}

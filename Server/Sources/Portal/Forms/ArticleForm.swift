import PlatformStore

/// What a person writes of an article.
enum ArticleForm {
    /// What the form makes of `old`; a draft is accepted as it stands, because it is still being written.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func content(
        _ form: FormFields, from old: ArticleContent, isDraft: Bool = false
    ) throws(PortalError) -> ArticleContent {
        var content = old
        content.title = form.text("title", keeping: old.title)
        guard isDraft || !content.title.isEmpty else { throw PortalError(.invalidField, "An article needs a title.") }
        content.summary = form.text("summary", keeping: old.summary)
        content.body = form.source("body", keeping: old.body)
        content.tags = form.list("tags", keeping: old.tags)
        content.authors = form.list("authors", keeping: old.authors)
        let schedule = old.schedule
        content.schedule.published = try form.time("published", label: "Date", keeping: schedule.published)
        content.schedule.embargo = try form.time("embargo", label: "Publish at", keeping: schedule.embargo)
        content.schedule.expires = try form.time("expires", label: "Remove at", keeping: schedule.expires)
        content.schedule.isDraft = form["as"] != "ready"
        if !isDraft, let end = content.schedule.expires, let start = content.schedule.embargo, end <= start {
            throw PortalError(.invalidField, "“Remove at” has to be later than “Publish at”.")
        }
        return content
    }
}

import PlatformStore

/// What a person writes of an article.
enum ArticleForm {
    /// What the form makes of `old`; a draft is accepted as it stands, because it is still being written.
    /// - Throws: ``PortalError`` with `invalidField`.
    static func content(
        _ form: FormFields, from old: ArticleContent, isDraft: Bool = false
    ) throws(PortalError) -> ArticleContent {
        var content = old
        content.title = form["title"]
        guard isDraft || !content.title.isEmpty else { throw PortalError(.invalidField, "An article needs a title.") }
        content.summary = form["summary"]
        content.body = form.raw("body")
        content.tags = form.list("tags")
        content.authors = form.list("authors")
        content.schedule.published = try LocalTime.time(field: "Date", form["published"])
        content.schedule.embargo = try LocalTime.time(field: "Not before", form["embargo"])
        content.schedule.expires = try LocalTime.time(field: "Expires", form["expires"])
        content.schedule.isDraft = form.has("draft")
        if !isDraft, let end = content.schedule.expires, let start = content.schedule.embargo, end <= start {
            throw PortalError(.invalidField, "“Expires” has to be later than “Not before”.")
        }
        return content
    }
}

import PlatformStore

/// The values of an article's editor: the stored ones, or those of a form that was refused.
struct ArticleFields: Sendable {
    let title: String
    let summary: String
    let body: String
    let channel: String
    let tags: String
    let authors: String
    let published: String
    let embargo: String
    let expires: String

    init(_ article: ArticleRecord) {
        let (content, schedule) = (article.content, article.content.schedule)
        title = content.title
        summary = content.summary
        body = content.body
        channel = article.channel
        tags = FormFields.shown(content.tags)
        authors = FormFields.shown(content.authors)
        published = LocalTime.field(schedule.published)
        embargo = LocalTime.field(schedule.embargo)
        expires = LocalTime.field(schedule.expires)
    }

    init(typed form: FormFields) {
        title = form.raw("title")
        summary = form.raw("summary")
        body = form.raw("body")
        channel = form["channel"]
        tags = form.raw("tags")
        authors = form.raw("authors")
        published = form["published"]
        embargo = form["embargo"]
        expires = form["expires"]
    }
}

import PlatformStore

/// The values of a hub's or a channel's form: the stored ones, or those of a form that was refused.
struct PlaceFields: Sendable {
    let title: String
    let summary: String
    let tags: String
    /// A hub's; empty for a channel.
    let language: String

    init(_ hub: HubRecord) {
        title = hub.title
        summary = hub.summary
        tags = FormFields.shown(hub.tags)
        language = hub.language
    }

    init(_ channel: ChannelRecord) {
        title = channel.title
        summary = channel.summary
        tags = FormFields.shown(channel.tags)
        language = ""
    }

    init(typed form: FormFields) {
        title = form.raw("title")
        summary = form.raw("summary")
        tags = form.raw("tags")
        language = form["language"]
    }
}

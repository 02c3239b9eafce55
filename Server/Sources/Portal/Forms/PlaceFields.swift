import PlatformStore

/// What stands in the fields of a hub's or a channel's form: what is stored, or what was typed and could not be stored.
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

import PlatformStore

/// A field in which two versions of an article differ, in words.
struct ArticleDifference: Sendable, Equatable {
    let label: String
    let theirs: String
    let mine: String

    /// The fields of the editor that differ, but for the text, which is too long to stand in a row.
    static func between(
        _ mine: ArticleRecord, and theirs: ArticleRecord, in channels: [ChannelRecord]
    ) -> [ArticleDifference] {
        let names = Dictionary(channels.map { ($0.id, "\($0.title) (\($0.id))") }) { first, _ in first }
        let fields: [(label: String, text: (ArticleRecord) -> String)] = [
            ("Title", { $0.content.title }), ("Summary", { $0.content.summary }),
            ("Channel", { names[$0.channel] ?? $0.channel }),
            ("Tags", { FormFields.shown($0.content.tags) }), ("Authors", { FormFields.shown($0.content.authors) }),
            ("Date (UTC)", { LocalTime.text($0.content.schedule.published) }),
            ("Publish at", { LocalTime.text($0.content.schedule.embargo) }),
            ("Remove at", { LocalTime.text($0.content.schedule.expires) }),
            ("Language", { $0.content.language ?? "" }), ("Source", { $0.content.source ?? "" }),
            ("Format", { $0.content.format.rawValue }),
            ("Draft", { $0.content.schedule.isDraft ? "Yes" : "No" }),
        ]
        return fields.compactMap { field in
            let (stored, written) = (field.text(theirs), field.text(mine))
            return stored == written
                ? nil : ArticleDifference(label: field.label, theirs: shown(stored), mine: shown(written))
        }
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "–" : text }
}

import Foundation
import PlatformStore

/// The fields of a feed: where it is, where its articles go, how often it is read.
enum FeedForm {
    struct Choice: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    /// The rhythms offered, in seconds.
    private static let intervals: [(seconds: Int, name: String)] = [
        (300, "Every 5 minutes"), (900, "Every 15 minutes"), (3600, "Every hour"), (86_400, "Every day"),
    ]

    /// People at a browser name addresses on the web only: a path would read the server's own files.
    static func location(_ text: String) throws(PortalError) -> String {
        guard text.utf8.count <= 2048, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", url.host()?.isEmpty == false, url.user() == nil
        else {
            throw PortalError(
                .invalidField, "A feed has an address that starts with https:// or http:// and holds no password.")
        }
        return text
    }

    static func apply(_ form: FormFields, to source: inout FeedSourceRecord) throws(PortalError) {
        let parts = form["goal"].split(separator: "/", maxSplits: 1).map(String.init)
        guard let hub = parts.first else { throw PortalError(.invalidField, "A feed needs a hub to fill.") }
        source.hub = hub
        source.channel = parts.count == 2 ? parts[1] : nil
        guard let seconds = form.number("interval", in: 0...31 * 86_400), seconds == 0 || seconds >= 60 else {
            throw PortalError(.invalidField, "A feed is read between once a minute and once a month.")
        }
        source.intervalSeconds = seconds == 0 ? nil : seconds
        source.publishes = form.has("publishes")
    }

    /// `HUB`, or `HUB/CHANNEL` for a feed that fills one channel.
    static func goal(_ source: FeedSourceRecord) -> String {
        source.channel.map { "\(source.hub)/\($0)" } ?? source.hub
    }

    static func goals(_ hubs: [HubRecord], _ channels: [ChannelRecord], chosen: String?) -> [Choice] {
        hubs.flatMap { hub in
            let choices = channels.filter { $0.hub == hub.id }.map {
                Choice(
                    value: "\(hub.id)/\($0.id)", name: "\(hub.title): \($0.title)",
                    isSelected: "\(hub.id)/\($0.id)" == chosen)
            }
            let sorted = Choice(
                value: hub.id, name: "\(hub.title), by the feed’s categories", isSelected: hub.id == chosen)
            return [sorted] + choices
        }
    }

    static func rhythms(chosen: Int?) -> [Choice] {
        var choices = intervals.map {
            Choice(value: String($0.seconds), name: $0.name, isSelected: $0.seconds == chosen)
        }
        if let chosen, !intervals.contains(where: { $0.seconds == chosen }) {
            choices.append(Choice(value: String(chosen), name: name(of: chosen), isSelected: true))
        }
        return choices + [Choice(value: "0", name: "Only by hand", isSelected: chosen == nil)]
    }

    static func name(of seconds: Int?) -> String {
        guard let seconds else { return "Only by hand" }
        return intervals.first { $0.seconds == seconds }?.name ?? "Every \(seconds) seconds"
    }
}

import Foundation
import MarqueeCore
import MarqueeWire

/// Turns what happens in one presentation into events (``MarqueeWire/EventName``), each with the entry point that led
/// there.
struct BehaviourRecorder: Sendable {
    let outbox: Outbox
    let entryPoint: String?
    let mode: Hub.PresentationMode

    func presented(_ uri: ContentURI) {
        track(EventName.hubPresented, ["uri": .text(uri.description), "hub": hub(uri), "mode": .text(mode.rawValue)])
    }

    func dismissed(hub uri: ContentURI, shown: Duration) {
        outbox.track(EventName.hubDismissed, ["hub": hub(uri), "shown_ms": .integer(max(0, shown.milliseconds))])
    }

    func viewed(_ item: ContentItem, release: Int) {
        track(EventName.contentViewed, properties(item, release))
    }

    func read(_ item: ContentItem, release: Int, _ reading: ReadingMeter.Reading) {
        var properties = properties(item, release)
        properties["dwell_ms"] = .integer(reading.dwell.milliseconds)
        properties["depth"] = .number(reading.depth)
        properties["completed"] = .truth(reading.isCompleted)
        track(EventName.contentRead, properties)
    }

    func videoPlayed(_ video: String, on item: ContentItem, release: Int) {
        track(EventName.videoPlayed, properties(item, release).merging(["video": .text(video)]) { $1 })
    }

    func externalLinkOpened(_ url: URL, on page: ContentURI?) {
        outbox.track(EventName.externalLinkOpened, with(page, ["url": .text(Log.address(url))]))
    }

    func customSchemeOpened(_ scheme: String, on page: ContentURI?) {
        outbox.track(EventName.customSchemeOpened, with(page, ["scheme": .text(scheme)]))
    }

    func requestDenied(_ url: URL, _ reason: DenialReason, on page: ContentURI?) {
        let host = String((url.host ?? url.scheme ?? "").prefix(253))
        outbox.track(EventName.requestDenied, with(page, ["host": .text(host), "reason": .text(reason.rawValue)]))
    }

    private func track(_ name: String, _ properties: [String: Event.Value]) {
        var properties = properties
        properties["entry_point"] = entryPoint.map { .text($0) }
        outbox.track(name, properties)
    }

    private func properties(_ item: ContentItem, _ release: Int) -> [String: Event.Value] {
        var properties: [String: Event.Value] = [
            "uri": .text(item.uri.description), "type": .text(item.type.rawValue), "hub": hub(item.uri),
            "release": .integer(Int64(release)),
        ]
        if item.type == .article { properties["channel"] = item.parent.map { .text($0.description) } }
        return properties
    }

    private func with(_ page: ContentURI?, _ properties: [String: Event.Value]) -> [String: Event.Value] {
        var properties = properties
        properties["uri"] = page.map { .text($0.description) }
        return properties
    }

    private func hub(_ uri: ContentURI) -> Event.Value { .text(ContentURI(hub: uri.hub).description) }
}

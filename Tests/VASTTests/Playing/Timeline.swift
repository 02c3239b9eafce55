import Testing

@testable import VAST

/// The events of an ad and the resulting actions, written as words: an address by its name, an action by a sign and a
/// word.
struct Timeline: Sendable, CustomTestStringConvertible {
    let name: String
    let events: [Playback.Event]
    let expected: String

    init(_ name: String, _ events: [Playback.Event], _ expected: String) {
        (self.name, self.events, self.expected) = (name, events, expected)
    }

    var testDescription: String { name }

    /// The clock advances by one second per event.
    func answer(of ad: PlannedAd, rules: Playback.Rules = Playback.Rules()) -> String {
        var playback = Playback(ad, rules: rules)
        return Self.run(events, on: &playback)
    }

    static func run(_ events: [Playback.Event], on playback: inout Playback) -> String {
        var words: [String] = []
        for (second, event) in events.enumerated() {
            words += playback.handle(event, at: .seconds(second)).map(word)
        }
        return words.joined(separator: " ")
    }

    static func word(_ action: Playback.Action) -> String {
        switch action {
        case .request(let request):
            request.url.expanded(with: values(of: request), in: request.reason.context).replacing("t:", with: "")
        case .play: "+play"
        case .pause: "+pause"
        case .showSkipControl: "+skip"
        case .showCloseControl: "+close"
        case .showMessage(let message): "+message:\(message.moment)" + (message.image == nil ? "" : ":image")
        case .showIcon(let index): "+icon\(index)"
        case .hideIcon(let index): "-icon\(index)"
        case .showIconFallback(let index): "+fallback\(index)"
        case .showCompanion(let index): "+companion\(index)"
        case .showEndCard(let index): "+card\(index)"
        case .showOverlay(let index): "+overlay\(index)"
        case .releaseOverlay(let index): "~overlay\(index)"
        case .open(let url): "open:" + url.text.replacing("t:", with: "")
        case .reward(let reward): "+reward:\(reward.amount):\(reward.currency ?? "")"
        case .refuseReward(let why): "!\(why)"
        case .finish(.failed(let code)): "=failed:\(code.rawValue)"
        case .finish(let outcome): "=\(outcome)"
        }
    }

    private static func values(of request: Playback.Request) -> MacroValues {
        var values = MacroValues()
        if case .error(let code) = request.reason { values.setErrorCode(code) }
        if case .verification(_, let why) = request.reason { values.setReason(why) }
        return values
    }
}

extension Playback.Event {
    /// The first frame of a file with an unknown duration.
    static let begin = started(duration: nil)

    static func at(_ seconds: Double) -> Self { .timeChanged(.seconds(seconds)) }

    static func seek(_ seconds: Double) -> Self { .seeked(.seconds(seconds)) }
}

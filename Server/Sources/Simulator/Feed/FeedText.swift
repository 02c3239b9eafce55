import Foundation
import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueeWire

/// The texts of notices, events and decisions in the feed.
enum FeedText {
    static func describe(_ notice: any Notice) -> String {
        switch notice {
        case UserNotice.activeUserChanged(let user): user ?? "none"
        case let notice as HubNotice: describe(notice)
        case let notice as EngageNotice: notice.userInfo.values.sorted().joined(separator: " ")
        default: ""
        }
    }

    private static func describe(_ notice: HubNotice) -> String {
        switch notice {
        case .downloadingChanged(let isOn), .displayingChanged(let isOn), .readyChanged(let isOn),
            .disabledChanged(let isOn):
            String(isOn)
        case .pilotMembershipChanged(let isOut): String(isOut)
        case .downloadProgressChanged(let percent): "\(Int(percent)) %"
        case .contentChanged(let type, let url, let title): "\(type.rawValue) \(url) \(title)"
        }
    }

    static func describe(_ event: Event) -> String {
        event.properties.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }.joined(separator: " ")
    }

    static func describe(_ record: RequestRecord) -> (title: String, detail: String, isAllowed: Bool) {
        let address = record.url.absoluteString
        switch record.decision {
        case .denied(let reason):
            let trigger = record.trigger.map { " (\($0))" } ?? ""
            return ("denied", "\(address): \(reason.rawValue)\(trigger)", false)
        case .ownPage, .ownAsset: return ("allowed", "\(address): in the release", true)
        case .embedded(let exemption): return ("allowed", "\(address): embedded, \(exemption.rawValue)", true)
        case .external(let exemption): return ("asks", "\(address): leaves the app, \(exemption.rawValue)", true)
        case .customScheme: return ("app", "\(address): handed to the app", true)
        }
    }

    private static func text(_ value: Event.Value) -> String {
        switch value {
        case .text(let value): value
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .truth(let value): String(value)
        }
    }
}

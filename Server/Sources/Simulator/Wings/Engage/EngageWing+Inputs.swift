import Foundation
import Marquee
import MarqueeEngage

extension EngageWing {
    /// Opens a link with the app, as another app of the phone does.
    struct OpenLink: LabCommand {
        static let name = "openLink"
        private static let maximumSize = 2_048
        let url: FilledText
        /// The app's state when the link is opened.
        let condition: Choice<AppCondition>

        func run(_ call: CommandCall) async throws {
            guard url.text.utf8.count <= Self.maximumSize, let link = URL(string: url.text), link.scheme != nil else {
                throw LabError(
                    .badCommand, "a link is an address with a scheme and at most \(Self.maximumSize) bytes")
            }
            let app = try call.app().app
            try await call.put(app, in: condition.value)
            let process = try await call.bringToFront(app)
            process.handled("link opened", in: condition.value, process.marquee.engage.links.open(link))
        }
    }

    /// A push reaches the phone.
    struct Push: LabCommand {
        static let name = "push"
        /// The push's dictionary as JSON.
        let payload: FilledText
        /// The app's state when the push comes.
        let condition: Choice<AppCondition>

        func run(_ call: CommandCall) async throws {
            let payload = try PushPayload(json: Data(payload.text.utf8))
            let app = try call.app().app
            try await call.put(app, in: condition.value)
            do throws(PushRefused) {
                try call.device.receive(payload, for: app)
            } catch {
                throw LabError(.refused, error.refusal.rawValue)
            }
        }
    }

    /// The user opens a notification, which starts its app if need be.
    struct OpenNotification: LabCommand {
        static let name = "openNotification"
        let number: Int

        func run(_ call: CommandCall) async throws {
            guard let entry = call.device.surroundings.notifications.take(number) else {
                throw LabError(.refused, "the notification \(number) is no longer on the phone")
            }
            let condition = call.condition(of: entry.app)
            let process = try await call.bringToFront(entry.app)
            process.handled(
                "notification opened", in: condition,
                process.marquee.engage.notifications.opened(entry.payload.userInfo))
        }
    }
}

extension CommandCall {
    /// The state of an app now.
    fileprivate func condition(of app: LabApp) -> AppCondition {
        guard let process = device.running.first(where: { $0.app.id == app.id }) else { return .killed }
        return process.isForeground ? .foreground : .background
    }

    /// Brings an app into a state.
    fileprivate func put(_ app: LabApp, in condition: AppCondition) async throws {
        switch condition {
        case .foreground: _ = try await bringToFront(app)
        case .background: device.running.first { $0.app.id == app.id }?.enterBackground()
        case .killed: device.kill(app.id)
        }
    }

    fileprivate func bringToFront(_ app: LabApp) async throws -> AppProcess {
        try await lab.open(app.id, on: device)
        guard let process = device.front, process.app.id == app.id else {
            throw LabError(.refused, "the app \(app.id) was left before it was in front")
        }
        return process
    }
}

public import Foundation
import Marquee
import MarqueeEngage

extension DeviceLab {
    /// Delivers a push to a person, to each phone on which the app knows this person.
    ///
    /// An app that runs handles the push at once. One that does not run handles it when its notification is opened.
    /// - Parameters:
    ///   - payload: the push's dictionary as JSON, at most 4,096 bytes.
    ///   - person: a recipient id, or a mobile user id.
    ///   - app: the app's id.
    /// - Returns: how many phones got it, or why none did.
    /// - Throws: an error with a sentence for a payload that is no JSON object, or too large or too deep.
    public func deliver(_ payload: Data, to person: String, app: String) throws -> PushOutcome {
        let payload = try PushPayload(json: payload)
        var delivered = 0
        var refusal = PushOutcome.Refusal.noPhone
        for device in all {
            guard let known = device.registration(of: app), known.names(person) else { continue }
            do throws(PushRefused) {
                try device.receive(payload, for: known.app)
                delivered += 1
            } catch {
                refusal = error.refusal
            }
        }
        return delivered > 0 ? .delivered(phones: delivered) : .refused(refusal)
    }
}

/// A phone does not get a push.
struct PushRefused: Error {
    let refusal: PushOutcome.Refusal
}

/// The ids by which a push service finds an app on a phone.
struct PushRegistration: Sendable {
    let app: LabApp
    var recipientID: String
    var mobileUserID: String

    func names(_ person: String) -> Bool { !person.isEmpty && [recipientID, mobileUserID].contains(person) }
}

extension Device {
    /// The ids of an app's user; those of its last run if the app does not run.
    func registration(of app: String) -> PushRegistration? {
        running.first { $0.app.id == app }?.registration ?? pastRegistration(of: app)
    }

    /// A push reaches the phone: a notification is shown, and an app that runs handles the push.
    func receive(_ payload: PushPayload, for app: LabApp) throws(PushRefused) {
        let tray = surroundings.notifications
        guard tray.permission == .allowed else { throw PushRefused(refusal: .notPermitted) }
        guard network.mode.reaches else { throw PushRefused(refusal: .unreachable) }
        if !payload.text.isEmpty { tray.add(payload, of: app) }
        feed.add(.notice, "push", payload.text, app: app.name)
        guard let process = running.first(where: { $0.app.id == app.id }) else { return feed.stateChanged() }
        let state: AppCondition = process.isForeground ? .foreground : .background
        process.handled("push received", in: state, process.marquee.engage.notifications.receivedPush(payload.userInfo))
    }
}

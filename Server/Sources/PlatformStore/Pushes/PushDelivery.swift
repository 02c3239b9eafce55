public import Foundation

/// Hands messages to the devices of people.
public protocol PushDelivery: Sendable {
    /// Hands a message to the devices that belong to a recipient.
    /// - Parameters:
    ///   - payload: a JSON object, see ``PushMessage/payload``.
    ///   - person: whose devices get it.
    ///   - app: the app on them.
    /// - Returns: what became of it; `delivered` if at least one device got it.
    func deliver(_ payload: Data, to person: PushAddress, app: String) async -> PushOutcome
}

/// Whose devices a message is for.
public struct PushAddress: Sendable, Hashable {
    /// The recipient's id.
    public let recipient: Int64
    /// The recipient's mobile user id; empty for none.
    public let mobileUser: String

    /// A recipient with the ids that devices know.
    public init(recipient: Int64, mobileUser: String) {
        self.recipient = recipient
        self.mobileUser = mobileUser
    }
}

/// What became of a message to one recipient.
public enum PushOutcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// It was to be handed over, and the server has ended since.
    case begun
    /// A device got it.
    case delivered
    /// The recipient has opted out, so nothing was sent.
    case optedOut = "opted_out"
    /// No device belongs to the recipient.
    case noDevice = "no_device"
    /// The devices show no notifications, because their user has not permitted them.
    case noPermission = "no_permission"
    /// The device could not be reached, or the app refused the message.
    case failed
}

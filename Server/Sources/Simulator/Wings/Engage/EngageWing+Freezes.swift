import Marquee
import MarqueeCore

extension EngageWing {
    /// Sets the network of every app on the phone.
    struct Network: LabCommand {
        static let name = "network"
        let network: Choice<SimulatedNetwork.Mode>

        func run(_ call: CommandCall) {
            call.device.setNetwork(network.value)
        }
    }

    /// Freezes sign-in: hosts refuse all tokens.
    struct SignIn: LabCommand {
        static let name = "signIn"
        let signIn: Choice<Freezes.Setting>

        func run(_ call: CommandCall) {
            call.device.surroundings.freezes.signIn = signIn.value
        }
    }

    /// Freezes augmentation: new events wait for a plug-in.
    struct Augmentation: LabCommand {
        static let name = "augmentation"
        let augmentation: Choice<Freezes.Setting>

        func run(_ call: CommandCall) {
            call.device.surroundings.freezes.augmentation = augmentation.value
        }
    }

    /// Sets whether the phone's user allows notifications.
    struct Notifications: LabCommand {
        static let name = "notifications"
        let notifications: Choice<NotificationTray.Permission>

        func run(_ call: CommandCall) {
            call.device.surroundings.notifications.permission = notifications.value
        }
    }

    /// Limits tracking, or no longer.
    struct Privacy: LabCommand {
        static let name = "privacy"
        let privacy: Choice<PrivacyChoice>

        func run(_ call: CommandCall) throws {
            try call.app().marquee.consent.limitTracking(privacy.value == .limited)
        }
    }

    /// The app's privacy switch.
    enum PrivacyChoice: String, Codable, CaseIterable {
        case allowed
        case limited

        init(isLimited: Bool) { self = isLimited ? .limited : .allowed }
    }
}

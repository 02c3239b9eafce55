import Marquee

extension PlacementsWing {
    /// Whether the user opted out.
    enum OptOutChoice: String, Codable, CaseIterable {
        case optedIn
        case optedOut

        init(_ isOptedOut: Bool) { self = isOptedOut ? .optedOut : .optedIn }
    }

    /// Opts the user out, or in again.
    struct OptOut: LabCommand {
        static let name = "optOut"
        let optOut: Choice<OptOutChoice>

        func run(_ call: CommandCall) throws {
            try call.game().setOptedOut(optOut.value == .optedOut)
        }
    }

    /// An id that the app gives the SDK; empty removes it.
    struct OwnID: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.utf8.count <= 256 else { throw LabError(.badCommand, "an id has at most 256 bytes") }
        }
    }

    /// Sets the app's own id of its user.
    struct CustomID: LabCommand {
        static let name = "customID"
        let id: OwnID

        func run(_ call: CommandCall) throws {
            try call.game().setCustomID(id.text)
        }
    }

    /// Sets the id of a plug-in through which the app uses the SDK.
    struct Plugin: LabCommand {
        static let name = "plugin"
        let id: OwnID

        func run(_ call: CommandCall) throws {
            try call.game().setPlugin(id.text)
        }
    }

    /// Makes a mistake in the use of placements, or none.
    struct Fault: LabCommand {
        static let name = "fault"
        let fault: Choice<IntegrationFault>

        func run(_ call: CommandCall) {
            call.device.surroundings.games.fault = fault.value
        }
    }

    /// Gives the phone another operating system. The app in front is killed and started again.
    struct System: LabCommand {
        static let name = "system"
        let system: Choice<SystemProfile>

        func run(_ call: CommandCall) async throws {
            let games = call.device.surroundings.games
            guard games.profile != system.value else { return }
            games.profile = system.value
            // All apps start again under the new system, each when it is opened.
            let front = call.device.front?.app
            for process in call.device.running where process.app.id != front?.id { call.device.kill(process.app.id) }
            if let front { try await call.lab.restart(front, on: call.device) }
        }
    }
}

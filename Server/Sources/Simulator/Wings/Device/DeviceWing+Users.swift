import Marquee
import MarqueeCore

extension DeviceWing {
    /// Makes a user of an app.
    struct CreateUser: LabCommand {
        static let name = "createUser"
        let user: FilledText
        let tags: [String]?

        func run(_ call: CommandCall) throws {
            let users = try call.app().marquee.users
            guard try users.all().count < DeviceWing.maximumUsers else {
                throw LabError(.notAllowed, "an app of a phone has at most \(DeviceWing.maximumUsers) users here")
            }
            try users.create(user.text, tags: tags ?? [])
        }
    }

    /// Makes a user of an app the active one.
    struct ActivateUser: LabCommand {
        static let name = "activateUser"
        let user: FilledText

        func run(_ call: CommandCall) throws {
            try call.app().marquee.users.activate(user.text)
        }
    }

    /// Changes the count of one of the active user's tags.
    struct Tag: LabCommand {
        static let name = "tag"
        private static let mostChange = 1000
        let tag: FilledText
        /// By how much, 1 if it is not given; at most 1,000 up or down.
        let change: Int?

        func run(_ call: CommandCall) throws {
            let change = change ?? 1
            guard (-Self.mostChange...Self.mostChange).contains(change) else {
                throw LabError(.badCommand, "a tag's count changes by at most \(Self.mostChange)")
            }
            try call.app().marquee.users.updateUsageCounts([tag.text: change])
        }
    }

    /// Writes an app's events to the phone's disk.
    struct Flush: LabCommand {
        static let name = "flush"

        func run(_ call: CommandCall) async throws {
            try await call.app().marquee.core.outbox.flush()
        }
    }
}

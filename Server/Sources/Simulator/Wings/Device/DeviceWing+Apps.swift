extension DeviceWing {
    /// Taps an app's icon on the home screen.
    struct Open: LabCommand {
        static let name = "open"
        let app: FilledText

        func run(_ call: CommandCall) async throws {
            try await call.lab.open(app.text, on: call.device)
        }
    }

    /// Presses the home button.
    struct Home: LabCommand {
        static let name = "home"

        func run(_ call: CommandCall) {
            call.device.goHome()
        }
    }

    /// Sends the app in front to the background and leaves it on the screen, as when the phone is locked.
    struct Background: LabCommand {
        static let name = "background"

        func run(_ call: CommandCall) throws {
            try call.front().enterBackground()
        }
    }

    /// Brings the app in front back from the background.
    struct Foreground: LabCommand {
        static let name = "foreground"

        func run(_ call: CommandCall) throws {
            try call.front().enterForeground()
        }
    }

    /// Kills an app without any clean-up and starts it again, in front.
    struct Restart: LabCommand {
        static let name = "restart"

        func run(_ call: CommandCall) async throws {
            try await call.lab.restart(try call.app().app, on: call.device)
        }
    }
}

extension CommandCall {
    /// The app in front, for commands that an app in the background cannot get.
    fileprivate func front() throws(LabError) -> AppProcess {
        let app = try app()
        guard app === device.front else { throw LabError(.refused, "the app \(app.app.id) is not in front; open it") }
        return app
    }
}

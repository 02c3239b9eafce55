/// A command of the lab's page to a phone: its values, and what it does.
///
/// Its values are decoded from the members of the request's JSON object beside `name` and `app`.
protocol LabCommand: Decodable, Sendable {
    /// The name within its wing.
    static var name: String { get }

    /// Carries the command out. What takes long continues in the background, and the feed shows its result.
    func run(_ call: CommandCall) async throws
}

/// Where a command is carried out.
struct CommandCall: Sendable {
    let lab: DeviceLab
    let device: Device
    /// The origin of hub pages, as the browser reached it.
    let contentOrigin: String
    /// The id of the app that the command names.
    let appID: String?

    /// The app that the command names, or else the one in front.
    /// - Throws: `refused` when it does not run.
    func app() throws(LabError) -> AppProcess {
        guard let appID else {
            guard let app = device.front else {
                throw LabError(.refused, "the phone shows its home screen; open an app first")
            }
            return app
        }
        guard let app = device.running.first(where: { $0.app.id == appID }) else {
            throw LabError(.refused, "the app \(appID.prefix(40)) does not run on this phone; open it first")
        }
        return app
    }
}

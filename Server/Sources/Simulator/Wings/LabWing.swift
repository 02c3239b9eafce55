/// One capability's part of the lab: a tab with controls, the part of a phone's state that it shows, and its commands.
///
/// `LabWings` lists one of each. The tab's content is `Assets/Wings/ID.html`, and the script beside it, `ID.js`, draws
/// the state.
protocol LabWing: Sendable {
    /// Names the wing in commands, in the state and on the page; lower-case letters.
    var id: String { get }
    /// The tab's title.
    var title: String { get }
    /// Its commands; the page calls each by the wing's id, a dot and the command's name.
    var commands: [any LabCommand.Type] { get }
    /// Its part of a phone's state; `nil` when it has nothing to show, such as without an app in front.
    func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)?
}

/// A phone, the app that is in front at this moment, and the apps of its home screen.
struct DeviceMoment: Sendable {
    let device: Device
    /// `nil` while the home screen is shown.
    let app: AppProcess?
    let apps: [LabApp]
}

/// A change of state that a part of the SDK reports to the app.
///
/// Each capability has a type of its own, such as `HubNotice`. A notice is posted after the new value is readable, once
/// for each change.
public protocol Notice: Sendable {
    /// A stable name, for apps that post the notice to a notification centre.
    var name: String { get }
    /// The payload as text; empty for plain state changes, whose value is read from the SDK.
    var userInfo: [String: String] { get }
}

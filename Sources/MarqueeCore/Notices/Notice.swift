/// A change of state that a part of the SDK reports to the app.
///
/// Each capability has its own type of notice, for example `HubNotice`. The SDK sends one notice for each change, after
/// the new value can be read.
public protocol Notice: Sendable {
    /// A stable name, for apps that post the notice to a notification centre.
    var name: String { get }
    /// The details as text; empty if the app reads the new value from the SDK.
    var userInfo: [String: String] { get }
}

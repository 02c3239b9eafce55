/// The app's own place for the SDK's messages.
public protocol LogReceiver: AnyObject, Sendable {
    /// Called on whatever thread logged, with no lock of the SDK held: it may call back into the SDK.
    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity)
}

/// Receives the SDK's messages in the app.
public protocol LogReceiver: AnyObject, Sendable {
    /// Called on the thread that logs. The SDK holds no lock during the call, so the receiver may call the SDK.
    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity)
}

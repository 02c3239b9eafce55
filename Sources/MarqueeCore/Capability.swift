/// The contract between the facade and each capability.
///
/// A capability gets a ``Core`` when the SDK starts. The capability's initialiser opens its files and adds its lanes.
/// The initialiser does not use the network and does not report anything.
package protocol Capability: Sendable {
    /// Starts background work, and logs the problems of the capability's configuration.
    ///
    /// Called once.
    func start()

    /// Called when the app is visible to its user again.
    func enteredForeground()

    /// Called when the app leaves the screen.
    ///
    /// Events that the capability records before this returns are sent in the background.
    func enteredBackground() async

    /// Ends running work and returns when the capability writes nothing more.
    func close() async
}

/// What the facade asks of each capability.
///
/// A capability is made on a ``Core`` when the SDK starts. Its initialiser opens its files and adds its lanes; it touches
/// no network and reports nothing.
package protocol Capability: Sendable {
    /// Begins what runs by itself, and logs what is wrong with the capability's configuration.
    ///
    /// Called once.
    func start()

    /// The app is in front of its user again.
    func enteredForeground()

    /// The app left the screen.
    ///
    /// Events recorded before this returns are sent in the background.
    func enteredBackground() async

    /// Ends what is under way and returns when nothing is written any more.
    func close() async
}

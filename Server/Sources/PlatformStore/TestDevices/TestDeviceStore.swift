/// The devices that a team has marked as test devices, and lab phones that it has marked as readers'.
public protocol TestDeviceStore: Sendable {
    /// Everything that was marked in an app.
    func devices(of app: String) async throws(StoreError) -> TestDevices

    /// Says whether a device is a test device. The audit log has it; a mark that says nothing new is not kept.
    /// - Parameter install: the id of the install, of ``MarqueeWire/EventBatch/installSize`` bytes.
    /// - Throws: `invalid` for an id of another length, and for one mark more than ``TestDevices/most``; `notFound` for an app
    ///   that does not exist.
    func mark(_ install: String, isTest: Bool, app: String, by who: String) async throws(StoreError)

    /// Removes the marks of devices, when what is known of a person is erased.
    func forget(_ installs: [String], app: String) async throws(StoreError)
}

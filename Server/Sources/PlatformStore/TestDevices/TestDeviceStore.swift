/// The devices that a team has marked as test devices, and lab phones that it has marked as readers'.
public protocol TestDeviceStore: Sendable {
    /// Everything that was marked in an app.
    func devices(of app: String) async throws(StoreError) -> TestDevices

    /// Says whether devices are test devices, of all of them or, after an error, of none. The audit log has each; a mark
    /// that says nothing new is not kept.
    /// - Parameter installs: the ids of the installs, each of ``MarqueeWire/EventBatch/installSize`` bytes.
    /// - Returns: how many counted as the other kind before.
    /// - Throws: `invalid` for an id of another length, and for one mark more than ``TestDevices/most``; `notFound` for an app
    ///   that does not exist.
    @discardableResult
    func mark(_ installs: [String], isTest: Bool, app: String, by who: String) async throws(StoreError) -> Int

    /// Removes the marks of devices, when what is known of a person is erased.
    func forget(_ installs: [String], app: String) async throws(StoreError)
}

extension TestDeviceStore {
    /// Says whether one device is a test device.
    public func mark(_ install: String, isTest: Bool, app: String, by who: String) async throws(StoreError) {
        try await mark([install], isTest: isTest, app: app, by: who)
    }
}

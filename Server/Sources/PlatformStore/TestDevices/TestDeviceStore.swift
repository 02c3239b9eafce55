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

    /// The devices that were registered in the console, and all others that are marked as test devices; in the order of their
    /// names.
    func consoleDevices(of app: String) async throws(StoreError) -> [ConsoleDevice]

    /// Names a device in the console, and marks it as a test device. Its checks begin.
    /// - Throws: `invalid` for an id or a name of another length, and for one device more than ``TestDevices/most``; `notFound`.
    func register(_ id: String, name: String, app: String, by who: String) async throws(StoreError)

    /// Lists a device in the console under its id, if nobody has named it: a device that is marked and not named is not
    /// listed any more once it is no test device.
    func name(_ id: String, app: String) async throws(StoreError)

    /// Lets the checks of a device begin again: earlier requests stay in the log and count no longer.
    func startOver(_ id: String, app: String) async throws(StoreError)

    /// Removes a device from the console with the requests that were kept of it. It is no test device any more.
    func unregister(_ id: String, app: String, by who: String) async throws(StoreError)

    /// Removes the marks, names and kept requests of devices, when what is known of a person is erased.
    func forget(_ installs: [String], app: String) async throws(StoreError)
}

extension TestDeviceStore {
    /// Says whether one device is a test device.
    public func mark(_ install: String, isTest: Bool, app: String, by who: String) async throws(StoreError) {
        try await mark([install], isTest: isTest, app: app, by: who)
    }
}

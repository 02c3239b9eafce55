import Foundation
import MarqueeCore
import MarqueeWire

/// Writes each new place to the recipient's columns, and adds these columns to the list once for each install.
///
/// A failure is logged and has no effect on events.
final class LastKnownLocation: Sendable {
    private static let columnsKey = "location.columns"

    private let api: XMLAPI
    private let identity: EngageIdentity
    private let listID: String
    private let settings: LocationSettings
    private let kept: EngageState
    private let environment: Environment
    private let log: Log
    private let isGranted: @Sendable () -> Bool

    /// - Parameter isGranted: the user's consent to locations, asked before a place is sent.
    init(
        _ api: XMLAPI, identity: EngageIdentity, listID: String, settings: LocationSettings, kept: EngageState,
        environment: Environment, log: Log, isGranted: @escaping @Sendable () -> Bool = { true }
    ) {
        self.isGranted = isGranted
        self.api = api
        self.identity = identity
        self.listID = listID
        self.settings = settings
        self.kept = kept
        self.environment = environment
        self.log = log
    }

    /// Adds the two columns, if locations are switched on and no earlier call has reached the host. A host that has them
    /// refuses, which is not an error here.
    func addColumns() async {
        guard settings.isEnabled, !listID.isEmpty else { return }
        do {
            guard try kept.value(Self.columnsKey) != listID else { return }
            _ = try await api.send(.addColumn(settings.locationColumn, list: listID, type: .text))
            _ = try await api.send(.addColumn(settings.dateColumn, list: listID, type: .date))
            try kept.store([Self.columnsKey: listID])
        } catch {
            log(.warning, .debug, "the columns for the last known location were not added: \(error)")
        }
    }

    /// Writes a place to the recipient; nothing while there is no recipient.
    func write(_ placemark: Placemark) async {
        let recipient = identity.recipientID
        guard settings.isEnabled, !recipient.isEmpty else { return }
        do throws(EngageError) {
            try await api.perform(
                .updateLastKnownLocation(
                    placemark, at: environment.now().date, recipient: recipient, list: listID, settings: settings),
                isAllowed: isGranted)
        } catch {
            log(.warning, .debug, "the last known location was not written: \(error.code)")
        }
    }
}

extension XMLAPIRequest {
    /// Writes an address, or `UNKNOWN` without one, and its day to a recipient.
    static func updateLastKnownLocation(
        _ placemark: Placemark?, at date: Date, recipient: String, list: String, settings: LocationSettings
    ) -> XMLAPIRequest {
        let address = placemark?.address ?? ""
        return .updateRecipient(
            recipient, list: list,
            columns: [
                settings.locationColumn: address.isEmpty ? "UNKNOWN" : address,
                settings.dateColumn: day(date, settings.dateFormat),
            ])
    }

    /// In GMT, the same in every locale and calendar of the device.
    private static func day(_ date: Date, _ format: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return formatter.string(from: date)
    }
}

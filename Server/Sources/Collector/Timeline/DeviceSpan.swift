import MarqueeWire
import PlatformStore

/// A time in which the events of an install that name nobody belong to a person.
struct DeviceSpan: Equatable {
    let install: String
    /// Not included; `nil` for no beginning.
    let from: Timestamp?
    /// Included; `nil` for no end.
    let through: Timestamp?

    func contains(_ time: Timestamp, on install: String) -> Bool {
        guard install.hasSameBytes(as: self.install) else { return false }
        return (from.map { time > $0 } ?? true) && (through.map { time <= $0 } ?? true)
    }

    /// The most devices of a person.
    private static let mostDevices = 100

    /// The spans of a person's devices.
    ///
    /// Events before an install named its first recipient belong to that one: these are the events that arrived before
    /// the recipient existed. Later events without a name belong to whom the install names next, and to the last one
    /// after that.
    static func spans(
        of ids: PersonIDs, scope: Int64, _ connection: SQLiteConnection
    ) throws(StoreError) -> [DeviceSpan] {
        var spans = ids.devices.map { DeviceSpan(install: $0, from: nil, through: nil) }
        let select = try connection.prepare(
            """
            SELECT kind, id, since FROM identity_link WHERE scope = ? AND install = ? AND removed IS NULL
            AND kind IN (\(IdentityLink.Kind.recipient.rawValue), \(IdentityLink.Kind.mobileUser.rawValue))
            ORDER BY since, kind DESC
            """)
        for install in try installs(of: ids, scope, connection) {
            select.bind(1, scope)
            select.bind(2, install)
            defer { select.reset() }
            var (from, isMine): (Timestamp?, Bool) = (nil, false)
            while try select.step() {
                let id = select.text(1)
                isMine =
                    select.integer(0) == IdentityLink.Kind.recipient.rawValue
                    ? id.hasSameBytes(as: ids.recipient ?? "")
                    : ids.mobileUsers.contains { $0.hasSameBytes(as: id) }
                let since = Timestamp(milliseconds: select.integer(2))
                if isMine { spans.append(DeviceSpan(install: install, from: from, through: since)) }
                from = since
            }
            if isMine { spans.append(DeviceSpan(install: install, from: from, through: nil)) }
        }
        return spans
    }

    /// The installs that have named the recipient or one of the mobile users.
    private static func installs(
        of ids: PersonIDs, _ scope: Int64, _ connection: SQLiteConnection
    ) throws(StoreError) -> [String] {
        let select = try connection.prepare(
            """
            SELECT install FROM identity_link WHERE scope = ? AND kind = ? AND id = ? AND removed IS NULL
            ORDER BY since DESC LIMIT \(mostDevices)
            """)
        var installs: [String] = []
        for (kind, id) in ids.named {
            select.bind(1, scope)
            select.bind(2, Int64(kind.rawValue))
            select.bind(3, id)
            defer { select.reset() }
            while try select.step(), installs.count < mostDevices {
                let install = select.text(0)
                if !installs.contains(where: { $0.hasSameBytes(as: install) }) { installs.append(install) }
            }
        }
        return installs
    }
}

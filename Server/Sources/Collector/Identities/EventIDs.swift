import MarqueeWire

/// The ids that an event carries.
struct EventIDs {
    let recipient: String
    let mobileUser: String
    let install: String
    let user: String?

    static let names = [Identities.recipient.name, Identities.mobileUser.name].map { Array($0.utf8) }

    init(_ event: LoggedEvent) {
        self.init(event.properties, install: event.install, user: event.user)
    }

    init(_ event: EventRecord) {
        self.init(Array(event.properties.utf8), install: event.install, user: event.user)
    }

    private init(_ properties: [UInt8], install: String, user: String?) {
        let values = EventProperties.values(Self.names, in: properties)
        recipient = values[0] ?? ""
        mobileUser = values[1] ?? ""
        self.install = install
        self.user = user
    }

    /// Whether any id of the event is one of the person's. Ids are compared byte for byte.
    func isAny(of person: PersonIDs) -> Bool {
        let user = user ?? ""
        return (!recipient.isEmpty && recipient.hasSameBytes(as: person.recipient ?? ""))
            || (!mobileUser.isEmpty && person.mobileUsers.contains { $0.hasSameBytes(as: mobileUser) })
            || (!user.isEmpty && person.users.contains { $0.hasSameBytes(as: user) })
            || (!install.isEmpty && person.devices.contains { $0.hasSameBytes(as: install) })
    }
}

extension String {
    /// Unicode's equality joins texts that are different ids.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

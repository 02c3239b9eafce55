import MarqueeWire

/// A field that was not edited keeps the stored value. The field may show less of it: a time without seconds, or a name
/// with a comma, which looks like two names.
extension FormFields {
    /// A list as a field shows it.
    static func shown(_ list: [String]) -> String { list.joined(separator: ", ") }

    /// The field's text without surrounding spaces.
    func text(_ name: String, keeping stored: String) -> String { shows(stored, in: name) ? stored : self[name] }

    /// The field's text as typed.
    func source(_ name: String, keeping stored: String) -> String { shows(stored, in: name) ? stored : raw(name) }

    /// The field's names, as ``list(_:)`` reads them.
    func list(_ name: String, keeping stored: [String]) -> [String] {
        shows(Self.shown(stored), in: name) ? stored : list(name)
    }

    /// The field's time, as ``LocalTime`` reads it.
    func time(_ name: String, label: String, keeping stored: Timestamp?) throws(PortalError) -> Timestamp? {
        self[name] == LocalTime.field(stored) ? stored : try LocalTime.time(field: label, self[name])
    }

    private func shows(_ text: String, in name: String) -> Bool { raw(name) == Self.plain(text) }
}

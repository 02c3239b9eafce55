public import MarqueeWire

extension UniversalEvent {
    /// The same event with another value for an attribute; a new attribute is added at the end.
    public func setting(_ name: String, to value: String) -> UniversalEvent {
        var attributes = attributes
        if let index = attributes.firstIndex(where: { $0.name == name }) {
            attributes[index] = Attribute(name, value)
        } else {
            attributes.append(Attribute(name, value))
        }
        return UniversalEvent(type, time: time, attributes: attributes, id: id, sequence: sequence)
    }
}

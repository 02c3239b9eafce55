import MarqueeWire
import Testing

/// HUB-210: the rules of an event, in one place for device and server.
@Suite struct EventRuleTests {
    @Test(
        arguments: [
            ("a", nil), ("page_read_2", nil), (String(repeating: "x", count: 64), nil), ("", .name),
            ("With Space", .name),
            ("Upper", .name), ("ümlaut", .name), ("a-b", .name), (String(repeating: "x", count: 65), .name),
        ] as [(String, Event.Fault?)])
    func `a name has 1 to 64 of a-z, 0-9 and _`(name: String, fault: Event.Fault?) {
        #expect(Event.fault(name: name, properties: [:]) == fault)
    }

    @Test(
        arguments: [
            ("a", nil), ("Any Name: ü \"\u{1}", nil), (String(repeating: "x", count: 256), nil),
            (String(repeating: "ü", count: 128), nil), ("", .propertyName),
            (String(repeating: "x", count: 257), .propertyName), (String(repeating: "ü", count: 129), .propertyName),
        ] as [(String, Event.Fault?)])
    func `a property's name has 1 to 256 bytes`(name: String, fault: Event.Fault?) {
        #expect(Event.fault(name: "a", properties: ["other": 1, name: 2]) == fault)
    }

    @Test(arguments: [(64, nil), (65, .propertyCount)] as [(Int, Event.Fault?)])
    func `an event has at most 64 properties`(count: Int, fault: Event.Fault?) {
        let properties = Dictionary(uniqueKeysWithValues: (0..<count).map { ("p\($0)", Event.Value.truth(true)) })
        #expect(Event.fault(name: "a", properties: properties) == fault)
    }

    @Test(arguments: [
        (Event.Fault.name, "an event's name has 1 to 64 of a-z, 0-9 and _"),
        (.propertyCount, "an event has at most 64 properties"), (.propertyName, "a property's name has 1 to 256 bytes"),
        (.size, "an encoded event has at most 32768 bytes"),
    ])
    func `a fault names its limit`(fault: Event.Fault, message: String) {
        #expect(fault.message == message)
    }
}

import MarqueeWire
import Testing

@testable import PlatformStore

/// Each type of column has one form for equal values. ENG-089
@Suite struct ColumnValueTests {
    @Test(
        arguments: [
            (.text, " as it is ", " as it is "), (.text, "  ", ""), (.yesNo, "TRUE", "Yes"), (.yesNo, "n", "No"),
            (.yesNo, "maybe", nil), (.numeric, "-007.50", "-7.5"), (.numeric, ".5", "0.5"), (.numeric, "-0", "0"),
            (.numeric, "1e5", nil), (.numeric, ".", nil), (.numeric, "1.2.3", nil), (.numeric, "٣", nil),
            (.date, "1/5/2015", "01/05/2015"), (.date, "2015-01-28", "01/28/2015"),
            (.date, "01/28/2015 01:36:50 GMT", "01/28/2015"), (.date, "02/29/2015", nil),
            (.date, "02/29/2016", "02/29/2016"),
            (.date, "13/01/2015", nil), (.date, "1/1/15", nil), (.time, "9:05", "09:05:00"),
            (.time, "12:05:07 am", "00:05:07"),
            (.time, "24:00", nil), (.timestamp, "01/28/2015 01:36:50 GMT", "01/28/2015 01:36:50"),
            (.timestamp, "2015-01-28T13:36:50.123Z", "01/28/2015 13:36:50"),
            (.timestamp, "1/28/2015", "01/28/2015 00:00:00"),
            (.timestamp, "1/28/2015 1:36 PM", "01/28/2015 13:36:00"), (.timestamp, "1/28/2015 1:36 CET", nil),
            (.selectOne, "red", "Red"), (.selectOne, "blue", nil), (.multiSelect, "green; RED", "Red;Green"),
            (.multiSelect, "Red;blue", nil), (.smsPhoneNumber, "+49 (30) 123-45", "+493012345"),
            (.phoneNumber, "call me", nil),
            (.country, " Peru ", "Peru"), (.segmenting, "a", "a"), (.smsOptIn, "1", "Yes"),
            (.smsOptOutDate, "1/28/2015 01:02:03", "01/28/2015 01:02:03"),
        ] as [(XMLAPIColumnType, String, String?)])
    func `values are kept in one form`(_ type: XMLAPIColumnType, _ text: String, _ form: String?) {
        let choices = [.selectOne, .multiSelect].contains(type) ? ["Red", "Green"] : []
        let column = ListColumn(name: "c", type: type, choices: choices)
        #expect(value(text, column) == form)
        if let form { #expect(value(form, column) == form, "the form is a value itself") }
        #expect(value("", column) == "")
    }

    @Test func `a value of many choices is read once for each part`() {
        let choices = (0..<500).map { "Choice \($0)" } + ["CHOICE 7"]
        let column = ListColumn(name: "c", type: .multiSelect, choices: choices)
        let text = (0..<600).map { "choice \($0 % 400)" }.joined(separator: ";")
        #expect(text.utf8.count < ColumnValue.maximumLength)
        #expect(value(text, column) == choices.prefix(400).joined(separator: ";"))
        let free = ListColumn(name: "c", type: .multiSelect)
        #expect(value("b; a;;b;A", free) == "b;a;A")
    }

    @Test(arguments: [
        ("ann@example.org", true), (" ann@example.org\n", true), ("ann", false), ("@b", false), ("a@b@c", false),
        ("a b@c", false), ("a\u{202E}@c", false),
    ])
    func `an address has one at sign`(_ text: String, _ isValid: Bool) {
        #expect((value(text, ListColumn(name: "Email", type: .text)) != nil) == isValid)
    }

    private func value(_ text: String, _ column: ListColumn) -> String? {
        do throws(StoreError) { return try ColumnValue.normalised(text, for: column) } catch { return nil }
    }
}

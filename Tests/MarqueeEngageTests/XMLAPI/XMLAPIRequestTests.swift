import Foundation
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-073 to ENG-077: requests in XML. The expected texts are those of the ancestor's documents and tests.
struct XMLAPIRequestTests {
    static let requests: [(XMLAPIRequest, String)] = [
        (
            XMLAPIRequest(.selectRecipientData, [.text("LIST_ID", "45654"), .text("RECIPIENT_ID", "702003")]),
            "<LIST_ID>45654</LIST_ID><RECIPIENT_ID>702003</RECIPIENT_ID>"
        ),
        (
            XMLAPIRequest(
                .selectRecipientData,
                [
                    .text("LIST_ID", "12345"), .text("EMAIL", "test@silverpop.com"),
                    .columns(["Customer Id": "123-45-6789"]),
                ]),
            "<LIST_ID>12345</LIST_ID><EMAIL>test@silverpop.com</EMAIL>"
                + "<COLUMN><NAME>Customer Id</NAME><VALUE>123-45-6789</VALUE></COLUMN>"
        ),
        (
            .addRecipient(mobileUserID: "11111", column: "mobile_user_id", list: "22222"),
            "<LIST_ID>22222</LIST_ID><COLUMN><NAME>mobile_user_id</NAME><VALUE>11111</VALUE></COLUMN>"
                + "<UPDATE_IF_FOUND>true</UPDATE_IF_FOUND><SYNC_FIELDS><SYNC_FIELD><NAME>mobile_user_id</NAME>"
                + "<VALUE>11111</VALUE></SYNC_FIELD></SYNC_FIELDS>"
        ),
        (.addAnonymousRecipient(list: "85628"), "<LIST_ID>85628</LIST_ID>"),
        (
            XMLAPIRequest(
                .updateRecipient,
                [
                    .text("LIST_ID", "85628"), .text("RECIPIENT_ID", "somebody@domain.com"),
                    .text("CREATED_FROM", "2"), .text("OLD_EMAIL", "somebody@domain.com"),
                    .columns([
                        "Customer Id": "123-45-6789", "EMAIL": "somebody@domain.com",
                        "Street_Address": "123 New Street",
                    ]),
                ]),
            "<LIST_ID>85628</LIST_ID><RECIPIENT_ID>somebody@domain.com</RECIPIENT_ID><CREATED_FROM>2</CREATED_FROM>"
                + "<OLD_EMAIL>somebody@domain.com</OLD_EMAIL><COLUMN><NAME>Customer Id</NAME>"
                + "<VALUE>123-45-6789</VALUE></COLUMN><COLUMN><NAME>EMAIL</NAME><VALUE>somebody@domain.com</VALUE>"
                + "</COLUMN><COLUMN><NAME>Street_Address</NAME><VALUE>123 New Street</VALUE></COLUMN>"
        ),
        (
            XMLAPIRequest(
                .insertUpdateRelationalTable,
                [
                    .text("TABLE_ID", "86767"),
                    .rows([
                        ["Record Id": "11111", "Purchase Date": "01/01/2015"],
                        ["Record Id": "22222", "Purchase Date": "01/02/2015"],
                    ]),
                ]),
            "<TABLE_ID>86767</TABLE_ID><ROWS><ROW><COLUMN name=\"Record Id\"><![CDATA[11111]]></COLUMN>"
                + "<COLUMN name=\"Purchase Date\"><![CDATA[01/01/2015]]></COLUMN></ROW><ROW>"
                + "<COLUMN name=\"Record Id\"><![CDATA[22222]]></COLUMN>"
                + "<COLUMN name=\"Purchase Date\"><![CDATA[01/02/2015]]></COLUMN></ROW></ROWS>"
        ),
        (
            .addRecipient(email: "a@b.c", list: "L"),
            "<LIST_ID>L</LIST_ID><UPDATE_IF_FOUND>true</UPDATE_IF_FOUND>"
                + "<COLUMN><NAME>Email</NAME><VALUE>a@b.c</VALUE></COLUMN>"
                + "<SYNC_FIELDS><SYNC_FIELD><NAME>Email</NAME><VALUE>a@b.c</VALUE></SYNC_FIELD></SYNC_FIELDS>"
        ),
        // The third example of the document: an e-mail address is not a column.
        (.selectRecipientData(email: "a@b.c", list: "L"), "<LIST_ID>L</LIST_ID><EMAIL>a@b.c</EMAIL>"),
        (.selectRecipient("7", list: "L"), "<LIST_ID>L</LIST_ID><RECIPIENT_ID>7</RECIPIENT_ID>"),
        (
            .updateRecipient("7", list: "L", columns: ["A": ""]),
            "<LIST_ID>L</LIST_ID><RECIPIENT_ID>7</RECIPIENT_ID>"
                + "<COLUMN><NAME>A</NAME><VALUE></VALUE></COLUMN>"
        ),
        (.updateRecipient("7", list: "L"), "<LIST_ID>L</LIST_ID><RECIPIENT_ID>7</RECIPIENT_ID>"),
        (
            .addColumn("Last Location Address", list: "L", type: .text),
            "<LIST_ID>L</LIST_ID><COLUMN_NAME>Last Location Address</COLUMN_NAME><COLUMN_TYPE>0</COLUMN_TYPE>"
                + "<DEFAULT></DEFAULT>"
        ),
        (
            XMLAPIRequest(.addRecipient, [.contactLists(["1", "2"]), .text("LIST_ID", "L"), .contactLists(["3"])]),
            "<CONTACT_LISTS><CONTACT_LIST_ID>1</CONTACT_LIST_ID><CONTACT_LIST_ID>2</CONTACT_LIST_ID>"
                + "<CONTACT_LIST_ID>3</CONTACT_LIST_ID></CONTACT_LISTS><LIST_ID>L</LIST_ID>"
        ),
    ]

    @Test(arguments: requests) func `a request has one form`(_ request: XMLAPIRequest, _ content: String) throws {
        let name = request.operation.rawValue
        #expect(try request.envelope() == "<Envelope><Body><\(name)>\(content)</\(name)></Body></Envelope>")
    }

    @Test func `a request made at once and a request made in steps have the same bytes`() throws {
        let atOnce = XMLAPIRequest(
            .selectRecipientData,
            [.text("LIST_ID", "45654"), .text("EMAIL", "a@b.c"), .columns(["Customer Id": "123-45-6789"])])
        var inSteps = XMLAPIRequest(.selectRecipientData)
        for parameter in [XMLAPIRequest.Parameter.text("LIST_ID", "45654"), .text("EMAIL", "a@b.c")] {
            inSteps.add(parameter)
        }
        inSteps.add(.columns(["Customer Id": "123-45-6789"]))
        #expect(try Array(atOnce.envelope().utf8) == Array(inSteps.envelope().utf8))
    }

    @Test func `what is added twice is merged, and the later value of a name counts`() throws {
        var request = XMLAPIRequest(.updateRecipient, [.text("LIST_ID", "1"), .columns(["A": "1", "B": "1"])])
        request.add(.syncFields(["K": "1"]))
        request.add(.columns(["B": "2", "C": "2"]))
        request.add(.syncFields(["K": "2"]))
        request.add(.text("LIST_ID", "2"))
        #expect(
            request.parameters == [
                .text("LIST_ID", "2"), .columns(["A": "1", "B": "2", "C": "2"]), .syncFields(["K": "2"]),
            ])
    }

    @Test func `sync fields are last, wherever they were added`() throws {
        let request = XMLAPIRequest(.addRecipient, [.syncFields(["K": "v"]), .text("LIST_ID", "1")])
        #expect(
            try request.envelope()
                == "<Envelope><Body><AddRecipient><LIST_ID>1</LIST_ID><SYNC_FIELDS><SYNC_FIELD><NAME>K</NAME>"
                + "<VALUE>v</VALUE></SYNC_FIELD></SYNC_FIELDS></AddRecipient></Body></Envelope>")
    }

    @Test func `values cannot break out of their element`() throws {
        let request = XMLAPIRequest(
            .addRecipient, [.text("EMAIL", "<a>&'\"\r"), .columns(["</NAME>": "</VALUE>"])])
        #expect(
            try request.envelope()
                == "<Envelope><Body><AddRecipient><EMAIL>&lt;a&gt;&amp;&apos;&quot;&#13;</EMAIL><COLUMN>"
                + "<NAME>&lt;/NAME&gt;</NAME><VALUE>&lt;/VALUE&gt;</VALUE></COLUMN></AddRecipient></Body></Envelope>")
    }

    /// The third value begins with a mark that joins the first bracket to it in Unicode's view of characters.
    @Test(arguments: ["]]>", "a]]>b]]]>c]]", "\u{600}]]>", "]]\r>", "\"<&", "]", ">", ""])
    func `a cell's value comes back as it was`(_ value: String) throws {
        let request = XMLAPIRequest.insertRow(["a\"<&": value], table: "1")
        let document = try ResultReader.read(try request.xml)
        let cell = try #require(
            document.child("body")?.child("insertupdaterelationaltable")?.child("rows")?.child("row")?.child("column"))
        #expect(cell.text.unicodeScalars.elementsEqual(value.trimmingSpaces.unicodeScalars))
        #expect(cell.attributes == ["name": "a\"<&"])
        #expect(cell.children.isEmpty)
    }

    @Test(arguments: ["", "1", "A B", "A>", "a:b", "É", "<", "-a", String(repeating: "a", count: 129)])
    func `a name that is not an XML name is refused`(_ name: String) {
        let request = XMLAPIRequest(.addRecipient, [.text(name, "")])
        #expect(throws: EngageError.self) { try request.envelope() }
    }

    @Test(arguments: ["\0", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func `a character that XML cannot carry is refused`(_ value: String) {
        let text = XMLAPIRequest(.addRecipient, [.text("EMAIL", value)])
        #expect(throws: EngageError.self) { try text.envelope() }
        let row = XMLAPIRequest.insertRow(["a": value], table: "1")
        #expect(throws: EngageError.self) { try row.envelope() }
    }

    @Test func `an envelope has a largest size`() {
        let request = XMLAPIRequest(.addRecipient, [.text("EMAIL", String(repeating: "a", count: 1_048_576))])
        #expect(throws: EngageError.self) { try request.envelope() }
    }

    @Test func `a request about a recipient gets the configured list, others do not`() {
        let bare = XMLAPIRequest(.selectRecipientData, [.text("RECIPIENT_ID", "702003")])
        #expect(
            bare.completed(listID: "45654").parameters == [.text("LIST_ID", "45654"), .text("RECIPIENT_ID", "702003")])
        #expect(bare.completed(listID: "") == bare)
        let own = XMLAPIRequest.selectRecipient("702003", list: "1")
        #expect(own.completed(listID: "45654") == own)
        let table = XMLAPIRequest.insertRow(["a": "b"], table: "1")
        #expect(table.completed(listID: "45654") == table)
    }

    @Test func `named texts keep their order and their last values`() {
        var texts: NamedTexts = ["b": "1", "a": "2", "b": "3"]
        #expect(texts.pairs.map(\.name) == ["b", "a"])
        #expect(texts["b"] == "3")
        texts["b"] = nil
        texts["c"] = nil
        #expect(texts == ["a": "2"])
        #expect(NamedTexts(["z": "1", "y": "2"]).pairs.map(\.name) == ["y", "z"])
    }
}

extension XMLAPIRequest {
    /// The envelope as bytes.
    var xml: Data { get throws { Data(try envelope().utf8) } }
}

extension String {
    fileprivate var trimmingSpaces: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

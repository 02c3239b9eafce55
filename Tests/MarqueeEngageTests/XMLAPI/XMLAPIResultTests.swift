import Foundation
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-079, ENG-081: answers in XML. The answers are those of the ancestor's documents and tests.
struct XMLAPIResultTests {
    private static let selected = """
        <Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS><EMAIL>somebody@domain.com</EMAIL>\
        <Email>somebody@domain.com</Email><RecipientId>33439394</RecipientId><EmailType>0</EmailType>\
        <LastModified>6/25/04 3:29 PM</LastModified><CreatedFrom>1</CreatedFrom><OptedIn>6/25/04 3:29 PM</OptedIn>\
        <OptedOut/><COLUMNS><COLUMN><NAME>Lname</NAME><VALUE>Special</VALUE></COLUMN><COLUMN><NAME>Fname</NAME>\
        <VALUE>Somebody</VALUE></COLUMN></COLUMNS></RESULT></Body></Envelope>
        """

    private static func fault(_ text: String, _ id: Int, _ kind: String) -> String {
        """
        <Envelope><Body><RESULT><SUCCESS>false</SUCCESS></RESULT><Fault><Request/><FaultCode/>\
        <FaultString>\(text)</FaultString><detail><error><errorid>\(id)</errorid><module/><class>\(kind)</class>\
        <method/></error></detail></Fault></Body></Envelope>
        """
    }

    private static let nameInUse = fault("<![CDATA[A List With This Name Already Exists.]]>", 256, "SP.ListManager")
    private static let noMember = fault(
        "<![CDATA[Recipient not found or is not a member of the list.]]>", 128, "SP.API")
    private static let serverError = fault("Server Error", 50, "SP.API")
    private static let oneColumn = """
        <Envelope><Body><RESULT><SUCCESS>true</SUCCESS>lost<COLUMNS><COLUMN><NAME>A.b c</NAME><VALUE>1</VALUE>\
        </COLUMN></COLUMNS><A>x</A><A>y</A><Empty/></RESULT></Body></Envelope>
        """

    static let values: [(String, String, String?)] = [
        (selected, "columns.Fname", "Somebody"),
        (selected, "columns.fname", "Somebody"),
        (selected, "SUCCESS", "TRUE"),
        (selected, "LastModified", "6/25/04 3:29 PM"),
        (selected, "Email", "somebody@domain.com"),
        (selected, "OptedOut", ""),
        (selected, "Fault.FaultString", ""),
        (selected, "columns.Missing", nil),
        (nameInUse, "Fault.FaultString", "A List With This Name Already Exists."),
        (nameInUse, "fault.detail.error.errorid", "256"),
        (nameInUse, "SUCCESS", "false"),
        (nameInUse, "fault.detail.error.class", "SP.ListManager"),
        (noMember, "Fault.FaultString", "Recipient not found or is not a member of the list."),
        (noMember, "fault.detail.error.errorid", "128"),
        (serverError, "Fault.FaultString", "Server Error"),
        (serverError, "fault.detail.error.errorid", "50"),
        (
            "<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS><RecipientId>33535067</RecipientId></RESULT></Body>"
                + "</Envelope>", "RecipientId", "33535067"
        ),
        (
            "<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS><RecipientId>7297719</RecipientId><ORGANIZATION_ID>"
                + "2b223cb6-13e31f3b860-adc7aae00aa079a6d33c00914c8e3999</ORGANIZATION_ID></RESULT></Body></Envelope>",
            "RecipientId", "7297719"
        ),
    ]

    @Test(arguments: values) func `a value is found by its short path`(_ xml: String, _ path: String, _ value: String?)
        throws
    {
        #expect(try XMLAPIResult(xml: Data(xml.utf8)).value(at: path) == value)
    }

    /// The ancestor's faults: it ended the app for a single column, could not find a name with a dot, returned a list for
    /// repeated elements, and gave text that stood before an element to the next element.
    @Test(arguments: [
        ("columns.A.b c", "1"), ("columns.a.B C", "1"), ("a", "x"), ("success", "true"), ("columns", ""),
        ("a.b", ""), ("", ""), (".", ""), ("empty", ""),
    ]) func `the ancestor's faults with short paths are not repeated`(_ path: String, _ value: String) throws {
        #expect(try XMLAPIResult(xml: Data(Self.oneColumn.utf8)).value(at: path) == value)
    }

    @Test func `of two e-mail addresses the last counts`() throws {
        let xml = "<Envelope><Body><RESULT><EMAIL>a</EMAIL><Email>b</Email></RESULT></Body></Envelope>"
        #expect(try XMLAPIResult(xml: Data(xml.utf8)).value(at: "EMAIL") == "b")
    }

    @Test(arguments: [
        ("TRUE", true), ("true", true), ("FALSE", false), ("YES", true), ("1", true), ("0", false), ("no", false),
        ("", false), ("007", true),
    ]) func `success is read like the ancestor's truth values`(_ text: String, _ isSuccess: Bool) throws {
        let xml = "<Envelope><Body><RESULT><SUCCESS>\(text)</SUCCESS></RESULT></Body></Envelope>"
        #expect(try XMLAPIResult(xml: Data(xml.utf8)).isSuccess == isSuccess)
    }

    @Test func `a fault is an error with its text and number`() throws {
        let result = try XMLAPIResult(xml: Data(Self.noMember.utf8))
        #expect(!result.isSuccess)
        #expect(result.errorID == 128)
        #expect(result.recipientID == "")
        #expect(result.refusal?.code == .refused)
        #expect(
            result.refusal?.fault
                == .init("Recipient not found or is not a member of the list.", id: .notAMember))
        #expect(try XMLAPIResult(xml: Data(Self.selected.utf8)).refusal == nil)
    }

    @Test func `a table's failed row is a refusal, although the request succeeded`() throws {
        let xml = """
            <Envelope><Body><RESULT><SUCCESS>true</SUCCESS><FAILURES><FAILURE failure_type="permanent" \
            description="There is no column Old"/></FAILURES></RESULT></Body></Envelope>
            """
        #expect(try XMLAPIResult(xml: Data(xml.utf8)).refusal?.fault?.message == "There is no column Old")
        let none = "<Envelope><Body><RESULT><SUCCESS>true</SUCCESS><FAILURES/></RESULT></Body></Envelope>"
        #expect(try XMLAPIResult(xml: Data(none.utf8)).refusal == nil)
    }

    @Test(arguments: ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n", "\u{FEFF}", "\n "])
    func `a declaration, a mark or white space may stand before the answer`(_ start: String) throws {
        #expect(try XMLAPIResult(xml: Data((start + Self.selected).utf8)).recipientID == "33439394")
    }

    /// The fifth document declares an encoding in which the text behind it would hide a document type.
    @Test(arguments: [
        "", "OK", "{}", "<Envelope>", "<Envelope></Body>",
        "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADwAIQ-DOCTYPE a+AD4APA-a/+AD4-",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        "<?xml version=\"1.0\"?><!-- --><!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<a>&unknown;</a>", "<a/><b/>", "<a/><!DOCTYPE a>",
        String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65),
        "<a>" + String(repeating: "<b/>", count: 100_000) + "</a>",
        "<a>" + String(repeating: " ", count: 1_048_576) + "</a>",
    ]) func `what is no answer, or too large, is an error`(_ xml: String) {
        let error = #expect(throws: EngageError.self) { try XMLAPIResult(xml: Data(xml.utf8)) }
        #expect(error?.code == .hostFailed)
    }

    @Test func `bytes that are not UTF-8 are an error`() {
        #expect(throws: EngageError.self) { try XMLAPIResult(xml: Data([0x3C, 0x61, 0x3E, 0xFF])) }
    }

    @Test func `64 levels are read`() throws {
        let xml = String(repeating: "<a>", count: 64) + "x" + String(repeating: "</a>", count: 64)
        let path = Array(repeating: "a", count: 64).joined(separator: ".")
        #expect(try XMLAPIResult(xml: Data(xml.utf8)).value(at: path) == "x")
    }
}

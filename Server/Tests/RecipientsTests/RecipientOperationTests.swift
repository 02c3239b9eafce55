import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Recipients

/// The operations on recipients. ENG-086 to ENG-088, ENG-091
@Suite struct RecipientOperationTests {
    /// Operations in order, each with the fault that it gets; 0 for a success. `{list}` and `{id}` stand for the list and
    /// for the recipient that the first operation added.
    @Test(
        arguments: [
            [
                ("<AddRecipient><LIST_ID>{list}</LIST_ID></AddRecipient>", 0),
                ("<AddRecipient><LIST_ID>7</LIST_ID></AddRecipient>", 106),
                ("<AddRecipient><LIST_ID>x</LIST_ID></AddRecipient>", 310), ("<AddRecipient/>", 52),
                ("<AddRecipient><LIST_ID/></AddRecipient>", 52),
                (
                    "<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><NAME>Shoe</NAME><VALUE>1</VALUE></COLUMN></AddRecipient>",
                    1007
                ),
                ("<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><VALUE>1</VALUE></COLUMN></AddRecipient>", 316),
                (
                    "<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><NAME>EMAIL</NAME><VALUE>x</VALUE></COLUMN></AddRecipient>",
                    120
                ),
                ("<AddRecipient><LIST_ID>{list}</LIST_ID><CREATED_FROM>9</CREATED_FROM></AddRecipient>", 116),
            ],
            [
                (
                    "<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><NAME>Mobile User Id</NAME><VALUE>m</VALUE></COLUMN></AddRecipient>",
                    0
                ),
                (
                    "<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><NAME>mobile user id</NAME><VALUE>m</VALUE></COLUMN></AddRecipient>",
                    122
                ),
                (
                    "<UpdateRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID><COLUMN><NAME>Name</NAME><VALUE>A</VALUE></COLUMN></UpdateRecipient>",
                    0
                ),
                ("<UpdateRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>7</RECIPIENT_ID></UpdateRecipient>", 123),
                ("<UpdateRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>x</RECIPIENT_ID></UpdateRecipient>", 124),
                ("<UpdateRecipient><LIST_ID>{list}</LIST_ID></UpdateRecipient>", 52),
                (
                    "<UpdateRecipient><LIST_ID>{list}</LIST_ID><SYNC_FIELDS><SYNC_FIELD><NAME>Mobile User Id</NAME><VALUE>n</VALUE></SYNC_FIELD></SYNC_FIELDS></UpdateRecipient>",
                    123
                ),
                (
                    "<UpdateRecipient><LIST_ID>{list}</LIST_ID><SYNC_FIELDS><SYNC_FIELD><VALUE>n</VALUE></SYNC_FIELD></SYNC_FIELDS></UpdateRecipient>",
                    329
                ),
                (
                    "<UpdateRecipient><LIST_ID>{list}</LIST_ID><SYNC_FIELDS><SYNC_FIELD><NAME>Name</NAME><VALUE>A</VALUE></SYNC_FIELD></SYNC_FIELDS><COLUMN><NAME>Mobile User Id</NAME><VALUE>n</VALUE></COLUMN></UpdateRecipient>",
                    326
                ),
                (
                    "<UpdateRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID><COLUMN><NAME>Mobile User Id</NAME><VALUE>n</VALUE></COLUMN></UpdateRecipient>",
                    0
                ),
            ],
            [
                (
                    "<AddRecipient><LIST_ID>{list}</LIST_ID><COLUMN><NAME>Email</NAME><VALUE>a@example.org</VALUE></COLUMN></AddRecipient>",
                    0
                ),
                ("<SelectRecipientData><LIST_ID>{list}</LIST_ID><EMAIL>A@example.org</EMAIL></SelectRecipientData>", 0),
                (
                    "<SelectRecipientData><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></SelectRecipientData>",
                    0
                ),
                (
                    "<SelectRecipientData><LIST_ID>{list}</LIST_ID><COLUMN><NAME>Mobile User Id</NAME><VALUE>m</VALUE></COLUMN></SelectRecipientData>",
                    128
                ),
                ("<SelectRecipientData><LIST_ID>{list}</LIST_ID></SelectRecipientData>", 52),
                ("<OptOutRecipient><LIST_ID>{list}</LIST_ID><EMAIL>a@example.org</EMAIL></OptOutRecipient>", 0),
                ("<OptOutRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></OptOutRecipient>", 129),
                (
                    "<DoubleOptInRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></DoubleOptInRecipient>",
                    0
                ),
                ("<RemoveRecipient><LIST_ID>{list}</LIST_ID><EMAIL>a@example.org</EMAIL></RemoveRecipient>", 0),
                ("<RemoveRecipient><LIST_ID>{list}</LIST_ID><EMAIL>a@example.org</EMAIL></RemoveRecipient>", 128),
                ("<RemoveRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></RemoveRecipient>", 1009),
                ("<UpdateRecipient><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></UpdateRecipient>", 1009),
                (
                    "<SelectRecipientData><LIST_ID>{list}</LIST_ID><RECIPIENT_ID>{id}</RECIPIENT_ID></SelectRecipientData>",
                    128
                ),
            ],
        ] as [[(String, Int)]])
    func `each refusal has its number`(_ operations: [(String, Int)]) async throws {
        let test = try await TestEngage()
        try await test.run { program in
            var id = "0"
            for (number, (operation, fault)) in operations.enumerated() {
                let text = operation.replacing("{list}", with: "\(test.list.id)").replacing("{id}", with: id)
                let answer = try await program.call(text)
                #expect(answer.status == .ok && answer.fault == fault, "\(text): \(answer.text)")
                if number == 0 { id = try #require(answer.element("RecipientId")) }
            }
        }
    }

    @Test func `a found recipient has all columns, and dates in the old form`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            let added = try await program.call(
                "<AddRecipient>\(list)<CREATED_FROM>2</CREATED_FROM><COLUMN><NAME>Email</NAME><VALUE>a@example.org</VALUE></COLUMN></AddRecipient>"
            )
            let id = try #require(added.element("RecipientId"))
            let found = try await program.call(
                "<SelectRecipientData>\(list)<EMAIL>a@example.org</EMAIL></SelectRecipientData>")
            #expect(
                found.text
                    == "<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS><EMAIL>a@example.org</EMAIL><Email>a@example.org</Email>"
                    + "<RecipientId>\(id)</RecipientId><EmailType>0</EmailType><LastModified>9/21/26 2:13 PM</LastModified>"
                    + "<CreatedFrom>2</CreatedFrom><OptedIn>9/21/26 2:13 PM</OptedIn><OptedOut></OptedOut><COLUMNS>"
                    + "<COLUMN><NAME>EMAIL</NAME><VALUE>a@example.org</VALUE></COLUMN>"
                    + "<COLUMN><NAME>Mobile User Id</NAME><VALUE></VALUE></COLUMN>"
                    + "<COLUMN><NAME>Name</NAME><VALUE></VALUE></COLUMN></COLUMNS></RESULT></Body></Envelope>")
        }
    }

    @Test func `an update changes the given columns alone, and an empty value clears`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            func column(_ name: String, _ value: String) -> String {
                "<COLUMN><NAME>\(name)</NAME><VALUE>\(value)</VALUE></COLUMN>"
            }
            func values(_ id: Int64) async throws -> [String: String] {
                try await test.platform.recipients.recipient(.id(id), in: test.list.id, app: "demo").values
            }
            let added = try await program.call(
                "<AddRecipient>\(list)\(column("Email", "a@example.org"))\(column("Name", "Ann"))</AddRecipient>")
            let id = try #require(added.element("RecipientId").flatMap { Int64($0) })
            let sync =
                "<SYNC_FIELDS><SYNC_FIELD><NAME>EMAIL</NAME><VALUE>a@example.org</VALUE></SYNC_FIELD></SYNC_FIELDS>"
            let updated = try await program.call(
                "<UpdateRecipient>\(list)\(sync)\(column("Name", ""))</UpdateRecipient>")
            #expect(updated.element("RecipientId") == "\(id)")
            #expect(try await values(id) == ["EMAIL": "a@example.org", "Mobile User Id": "", "Name": ""])
            let found = try await program.call(
                "<AddRecipient>\(list)<UPDATE_IF_FOUND>true</UPDATE_IF_FOUND>\(column("Name", "Bo"))\(sync)</AddRecipient>"
            )
            #expect(found.element("RecipientId") == "\(id)")
            #expect(try await values(id)["Name"] == "Bo")
        }
    }

    // ENG-082
    @Test func `a job that would do something else than it was asked is refused by name`() async throws {
        let test = try await TestEngage()
        let map = """
            <LIST_IMPORT><LIST_INFO><LIST_ID>\(test.list.id)</LIST_ID></LIST_INFO><SYNC_FIELDS><SYNC_FIELD><NAME>Name</NAME>
            </SYNC_FIELD></SYNC_FIELDS></LIST_IMPORT>
            """
        for (name, text) in [("map.xml", map), ("people.csv", "Name\nAnn\n")] {
            _ = try await test.platform.jobs.storeFile(Data(text.utf8), name: name, app: "demo", by: "Ann")
        }
        try await test.run { program in
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            for (call, reason) in [
                ("<ExportList>\(list)<EXPORT_TYPE>OPT_IN</EXPORT_TYPE></ExportList>", "EXPORT_TYPE"),
                (
                    "<SetColumnValue>\(list)<COLUMN_NAME>Name</COLUMN_NAME><COLUMN_VALUE>1</COLUMN_VALUE><ACTION>2</ACTION></SetColumnValue>",
                    "ACTION"
                ),
                (
                    "<ImportList><MAP_FILE>map.xml</MAP_FILE><SOURCE_FILE>people.csv</SOURCE_FILE></ImportList>",
                    "unique columns"
                ),
            ] {
                let answer = try await program.call(call)
                #expect(answer.fault != 0 && answer.text.contains(reason), "\(answer.text)")
            }
            #expect(try await program.call("<ExportList>\(list)<EXPORT_TYPE>ALL</EXPORT_TYPE></ExportList>").fault == 0)
        }
        #expect(try await test.platform.jobs.jobs(app: "demo", limit: 9).count == 1)
    }

    @Test func `who opts in again by an address is the same recipient, and of two columns of a name the later counts`()
        async throws
    {
        let test = try await TestEngage()
        try await test.run { program in
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            func optIn(_ name: String) async throws -> String? {
                try await program.call(
                    "<DoubleOptInRecipient>\(list)<COLUMN><NAME>\(name)</NAME><VALUE>column@example.org</VALUE></COLUMN>"
                        + "<EMAIL>tag@example.org</EMAIL></DoubleOptInRecipient>"
                ).element("RecipientId")
            }
            let id = try #require(try await optIn("Email"))
            let address = RecipientAddress.values(["EMAIL": "tag@example.org"])
            _ = try await test.platform.recipients.setOptedOut(true, address, in: test.list.id, app: "demo")
            for _ in 0..<8 { #expect(try await optIn("EMAIL ") == id) }
            let record = try await test.platform.recipients.recipient(address, in: test.list.id, app: "demo")
            #expect(record.optedOut == nil && "\(record.id)" == id)
        }
    }

    @Test(
        arguments: [
            (0, "1/1/70 12:00 AM"), (1_088_177_347_000, "6/25/04 3:29 PM"), (1_735_732_740_000, "1/1/25 11:59 AM"),
            (951_782_400_000, "2/29/00 12:00 AM"), (1_735_732_800_000, "1/1/25 12:00 PM"),
        ] as [(Int64, String)])
    func `dates are written as the old hosts wrote them`(_ time: Int64, _ text: String) {
        #expect(XMLAPIDate.text(Timestamp(milliseconds: time)) == text)
    }
}

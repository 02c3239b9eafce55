import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Recipients

/// The operations on lists, tables, queries and jobs. ENG-089, ENG-090, ENG-203
@Suite struct ListOperationTests {
    @Test func `a column is added once, with a known type and a standard`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            let before = try #require(
                try await program.call("<AddRecipient>\(list)</AddRecipient>").element("RecipientId"))
            func add(_ name: String, _ type: String, _ rest: String = "") async throws -> Int? {
                try await program.call(
                    "<AddListColumn>\(list)<COLUMN_NAME>\(name)</COLUMN_NAME><COLUMN_TYPE>\(type)</COLUMN_TYPE>\(rest)</AddListColumn>"
                ).fault
            }
            #expect(try await add("Facebook Id", "0", "<DEFAULT></DEFAULT>") == 0)
            #expect(try await add("facebook ID", "0") == 101)
            #expect(try await add("Size", "99") == 313)
            #expect(try await add("RecipientId", "0") == 188)
            #expect(try await add("Born", "3", "<DEFAULT>soon</DEFAULT>") == 120)
            let choices = "<SELECTION_VALUES><VALUE>S</VALUE><VALUE>L &amp; XL</VALUE></SELECTION_VALUES>"
            #expect(try await add("Size", "6", "<DEFAULT>s</DEFAULT>\(choices)") == 0)
            let found = try await program.call(
                "<SelectRecipientData>\(list)<RECIPIENT_ID>\(before)</RECIPIENT_ID></SelectRecipientData>")
            #expect(found.text.contains("<NAME>Size</NAME><VALUE>S</VALUE>"))
            let meta = try await program.call("<GetListMetaData>\(list)</GetListMetaData>")
            #expect(meta.element("SIZE") == "1" && meta.element("NAME") == "Customers")
            #expect(
                meta.text.contains(
                    "<COLUMN><NAME>Size</NAME><TYPE>6</TYPE><DEFAULT_VALUE>S</DEFAULT_VALUE><SELECTION_VALUES>"
                        + "<VALUE>S</VALUE><VALUE>L &amp; XL</VALUE></SELECTION_VALUES></COLUMN>"))
            #expect(meta.text.contains("<KEY_COLUMNS><COLUMN><NAME>Mobile User Id</NAME></COLUMN></KEY_COLUMNS>"))
            #expect(
                try await program.call("<GetFolderPath><OBJECT_ID>\(test.list.id)</OBJECT_ID></GetFolderPath>")
                    .element("FOLDER_PATH") == "/Shared/")
            let audit = try await test.platform.audit.entries(app: "demo", before: nil, limit: 1).first
            #expect(audit?.who == test.issued.client.who && audit?.action == "list.column")
        }
    }

    @Test func `a table is made, joined, filled by key, and purged`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let made = try await program.call(
                "<CreateTable><TABLE_NAME>Orders</TABLE_NAME><COLUMNS><COLUMN><NAME>Id</NAME><TYPE>NUMERIC</TYPE>"
                    + "<KEY_COLUMN>true</KEY_COLUMN></COLUMN><COLUMN><NAME>Item</NAME><TYPE>TEXT</TYPE></COLUMN></COLUMNS></CreateTable>"
            )
            let id = try #require(made.element("TABLE_ID").flatMap { Int64($0) })
            let table = "<TABLE_ID>\(id)</TABLE_ID>"
            func row(_ cells: [(String, String)], _ element: String = "COLUMN") -> String {
                "<ROW>" + cells.map { "<\(element) name=\"\($0)\"><![CDATA[\($1)]]></\(element)>" }.joined() + "</ROW>"
            }
            func insert(_ rows: [String]) async throws -> Int? {
                try await program.call(
                    "<InsertUpdateRelationalTable>\(table)<ROWS>\(rows.joined())</ROWS></InsertUpdateRelationalTable>"
                ).fault
            }
            #expect(try await insert([row([("Id", "1"), ("Item", "<a> & b")]), row([("id", "2")])]) == 0)
            #expect(try await insert([row([("Id", "1.0"), ("Item", "c")])]) == 0)
            #expect(try await insert([row([("Id", "3"), ("Shoe", "c")])]) == 1007)
            #expect(try await insert([row([("Item", "c")])]) == 1006)
            #expect(try await insert((0...100).map { row([("Id", "\($0)")]) }) == 51)
            #expect(try await insert((10..<110).map { row([("Id", "\($0)")]) }) == 0)
            #expect(try await insert([]) == 52)
            let rows = try await test.platform.relationalTables.rows(of: id, app: "demo", after: nil, limit: 1000)
            #expect(rows.count == 102 && rows.contains { $0.values == ["Id": "1", "Item": "c"] })
            let delete =
                "<DeleteRelationalTableData>\(table)<ROWS>\(row([("Id", "2")], "KEY_COLUMN"))</ROWS></DeleteRelationalTableData>"
            #expect(try await program.call(delete).fault == 0)
            let join = "<MAP_FIELD><LIST_FIELD>Name</LIST_FIELD><TABLE_FIELD>Item</TABLE_FIELD></MAP_FIELD>"
            #expect(
                try await program.call(
                    "<JoinTable><TABLE_NAME>orders</TABLE_NAME><LIST_ID>\(test.list.id)</LIST_ID>\(join)</JoinTable>"
                ).fault == 0)
            #expect(try await program.call("<PurgeTable><TABLE_NAME>Orders</TABLE_NAME></PurgeTable>").fault == 0)
            #expect(
                try await test.platform.relationalTables.rows(of: id, app: "demo", after: nil, limit: 10).isEmpty)
            #expect(try await program.call("<DeleteTable>\(table)</DeleteTable>").fault == 0)
            #expect(try await program.call("<DeleteTable>\(table)</DeleteTable>").fault == 106)
        }
    }

    @Test func `contact lists take recipients of their list`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let made = try await program.call(
                "<CreateContactList><DATABASE_ID>\(test.list.id)</DATABASE_ID><CONTACT_LIST_NAME>Some</CONTACT_LIST_NAME></CreateContactList>"
            )
            let id = try #require(made.element("CONTACT_LIST_ID"))
            let added = try await program.call(
                "<AddRecipient><LIST_ID>\(test.list.id)</LIST_ID><CONTACT_LISTS><CONTACT_LIST_ID>\(id)</CONTACT_LIST_ID></CONTACT_LISTS></AddRecipient>"
            )
            let recipient = try #require(added.element("RecipientId"))
            func add(_ contact: String) async throws -> Int? {
                try await program.call(
                    "<AddContactToContactList><CONTACT_LIST_ID>\(id)</CONTACT_LIST_ID><CONTACT_ID>\(contact)</CONTACT_ID></AddContactToContactList>"
                ).fault
            }
            #expect(try await add(recipient) == 0)
            #expect(try await add("7") == 128)
            let lists = try await program.call("<GetLists><LIST_TYPE>18</LIST_TYPE></GetLists>")
            #expect(lists.element("SIZE") == "1" && lists.element("PARENT_NAME") == "Customers")
        }
    }

    @Test func `a query is made of expressions with brackets, and counted as a job`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            for name in ["Ann", "Ben", "Cid"] {
                let column = "<COLUMN><NAME>Name</NAME><VALUE>\(name)</VALUE></COLUMN>"
                _ = try await program.call("<AddRecipient><LIST_ID>\(test.list.id)</LIST_ID>\(column)</AddRecipient>")
            }
            func expression(_ joint: String, _ left: String, _ name: String, _ right: String) -> String {
                "<EXPRESSION><AND_OR>\(joint)</AND_OR><LEFT_PARENS>\(left)</LEFT_PARENS><COLUMN_NAME>Name</COLUMN_NAME>"
                    + "<OPERATORS><![CDATA[=]]></OPERATORS><VALUES>\(name)</VALUES><RIGHT_PARENS>\(right)</RIGHT_PARENS></EXPRESSION>"
            }
            func create(_ name: String, _ expressions: [String]) async throws -> EngageProgram.Answer {
                try await program.call(
                    "<CreateQuery><QUERY_NAME>\(name)</QUERY_NAME><PARENT_LIST_ID>\(test.list.id)</PARENT_LIST_ID>"
                        + "<CRITERIA>\(expressions.joined())</CRITERIA></CreateQuery>")
            }
            let two = [expression("", "(", "Ann", ""), expression("OR", "", "Ben", ")")]
            let made = try await create("Two", two)
            let id = try #require(made.element("ListId"))
            #expect(try await create("two", two).fault == 256)
            #expect(try await create("Bad", [expression("", "(", "Ann", "")]).fault == 600)
            #expect(try await create("None", []).fault == 52)
            let calculate = "<CalculateQuery><QUERY_ID>\(id)</QUERY_ID></CalculateQuery>"
            let job = try #require(try await program.call(calculate).element("JOB_ID"))
            #expect(try await program.call(calculate).fault == 600)
            let status = "<GetJobStatus><JOB_ID>\(job)</JOB_ID></GetJobStatus>"
            #expect(try await program.call(status).element("JOB_STATUS") == "WAITING")
            _ = try await test.platform.jobs.runDue()
            let ended = try await program.call(status)
            #expect(ended.element("JOB_STATUS") == "COMPLETE")
            #expect(ended.text.contains("<NAME>ADDED</NAME><VALUE>2</VALUE>"))
            #expect(try await program.call("<DeleteJob><JOB_ID>\(job)</JOB_ID></DeleteJob>").fault == 0)
            #expect(try await program.call(status).fault == 135)
        }
    }

    @Test func `lists are imported from an uploaded file, with a map or a heading, and exported`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let jobs = test.platform.jobs
            func run(_ operation: String) async throws -> JobRecord? {
                let answer = try await program.call(operation)
                #expect(answer.fault == 0, "\(answer.text)")
                return try await jobs.runDue().first
            }
            _ = try await jobs.storeFile(
                Data("Name,Mobile User Id\nAnn,m1\nBen,m2\n".utf8), name: "people.csv", app: "demo", by: "Ann")
            let source = "<SOURCE_FILE>people.csv</SOURCE_FILE>"
            let list = "<LIST_ID>\(test.list.id)</LIST_ID>"
            #expect(try await run("<ImportList>\(list)\(source)</ImportList>")?.added == 2)
            let map = """
                <LIST_IMPORT><LIST_INFO><ACTION>UPDATE_ONLY</ACTION><LIST_ID>\(test.list.id)</LIST_ID><FILE_TYPE>0</FILE_TYPE>
                <HASCOLUMNHEADERS>true</HASCOLUMNHEADERS></LIST_INFO><MAPPING>
                <COLUMN><INDEX>2</INDEX><NAME>Mobile User Id</NAME><INCLUDE>true</INCLUDE></COLUMN>
                <COLUMN><INDEX>1</INDEX><NAME>EMAIL</NAME><INCLUDE>false</INCLUDE></COLUMN></MAPPING></LIST_IMPORT>
                """
            _ = try await jobs.storeFile(Data(map.utf8), name: "map.xml", app: "demo", by: "Ann")
            #expect(try await run("<ImportList><MAP_FILE>map.xml</MAP_FILE>\(source)</ImportList>")?.changed == 2)
            #expect(try await program.call("<ImportList>\(list)<SOURCE_FILE>x</SOURCE_FILE></ImportList>").fault == 133)
            #expect(try await program.call("<ImportList>\(source)</ImportList>").fault == 52)
            let set =
                "<SetColumnValue>\(list)<COLUMN_NAME>Name</COLUMN_NAME><COLUMN_VALUE>All</COLUMN_VALUE></SetColumnValue>"
            #expect(try await run(set)?.changed == 2)
            let export = try await run(
                "<ExportList>\(list)<EXPORT_FORMAT>CSV</EXPORT_FORMAT><EXPORT_COLUMNS><COLUMN>Name</COLUMN></EXPORT_COLUMNS></ExportList>"
            )
            let file = try await jobs.read(try #require(export?.work.file), app: "demo", from: 0)
            #expect(String(decoding: file, as: UTF8.self).split(separator: "\r\n").count == 3)
            #expect(
                try await program.call("<ExportList>\(list)<EXPORT_FORMAT>PIPE</EXPORT_FORMAT></ExportList>").fault
                    == 321)
        }
    }
}

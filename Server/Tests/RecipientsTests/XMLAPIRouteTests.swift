import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Recipients

/// What XMLAPI takes and refuses before an operation runs. ENG-082, ENG-198, ENG-199
@Suite struct XMLAPIRouteTests {
    @Test func `an envelope comes as a form field or as the body`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let xml = "<Envelope><Body><GetLists><VISIBILITY>1</VISIBILITY></GetLists></Body></Envelope>"
            let raw = try await program.post("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(xml)")
            #expect(raw.status == .ok && raw.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(raw.text.hasPrefix("<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS><LIST><ID>\(test.list.id)</ID>"))
            let form = "xml=" + xml.replacing("<", with: "%3C").replacing(">", with: "%3E").replacing(" ", with: "+")
            let posted = try await program.post(form, type: "application/x-www-form-urlencoded; charset=utf-8")
            #expect(posted.text == raw.text)
        }
    }

    @Test(arguments: [
        ("", 50), ("not xml", 51), ("<Envelope>", 51), ("<Envelope/>", 51), ("<Envelope><Body/></Envelope>", 51),
        ("<Envelope><Body><GetLists/><GetLists/></Body></Envelope>", 51),
        ("<Other><Body><GetLists/></Body></Other>", 51),
        ("<Envelope><Body><Fly/></Body></Envelope>", 51), ("<Envelope><Body><AddRecipient/></Body></Envelope>", 52),
        ("<!DOCTYPE x><Envelope><Body><GetLists/></Body></Envelope>", 51),
        (
            "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><Envelope><Body><GetLists>&e;</GetLists></Body></Envelope>",
            51
        ),
        ("<Envelope><Body><GetLists>&unknown;</GetLists></Body></Envelope>", 51),
        ("<?xml version=\"1.0\" encoding=\"UTF-7\"?><Envelope><Body><GetLists/></Body></Envelope>", 51),
        ("<?xml version='1.0' encoding = 'IBM037'?><Envelope><Body><GetLists/></Body></Envelope>", 51),
        ("<?xml version=\"1.0\" encoding=\"EBCDIC\" ", 51), ("+ADw-Envelope+AD4-", 51),
    ])
    func `what is no envelope with one operation is a fault`(_ body: String, _ id: Int) async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let answer = try await program.post(body)
            #expect(answer.status == .ok && answer.fault == id, "\(answer.text)")
            #expect(answer.element("FaultString")?.isEmpty == false && !answer.text.contains("root:"))
        }
    }

    @Test func `hostile documents cost nothing`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let laughs = (1...30).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined()
            let bomb =
                "<!DOCTYPE b [<!ENTITY l0 \"ha\">\(laughs)]><Envelope><Body><GetLists>&l30;</GetLists></Body></Envelope>"
            let deep = String(repeating: "<a>", count: 100_000)
            let wide =
                "<Envelope><Body><GetLists>" + String(repeating: "<a/>", count: 100_000)
                + "</GetLists></Body></Envelope>"
            let attributes = (0..<60_000).map { "a\($0)=\"\"" }.joined(separator: " ")
            let tagged = "<Envelope><Body><GetLists \(attributes)/></Body></Envelope>"
            for document in [bomb, deep, wide, tagged] {
                let began = ContinuousClock.now
                #expect(try await program.post(document).fault == 51)
                // A bomb that goes off takes longer than a busy machine needs for an answer.
                #expect(ContinuousClock.now - began < .seconds(60))
            }
            let long = try await program.post(String(repeating: "x", count: 10_000_000))
            #expect(long.status == .contentTooLarge && long.fault == 51)
        }
    }

    @Test func `a token that is missing, expired, revoked or no token is 401`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            for token in [nil, "mqa_x", test.issued.refreshToken, test.issued.secret] {
                let answer = try await program.with(token: token).call("<GetLists/>")
                #expect(answer.status == .unauthorized && answer.fault == 145)
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            #expect(try await program.call("<GetLists/>").fault == 0)
            test.advance(by: EngageTokenLifetime.access)
            #expect(try await program.call("<GetLists/>").status == .unauthorized)
            let fresh = program.with(token: try await test.token(of: test.issued))
            #expect(try await fresh.call("<GetLists/>").fault == 0)
            try await test.platform.engageClients.revokeClient(test.issued.client.id, app: "demo", by: "Ann")
            #expect(try await fresh.call("<GetLists/>").status == .unauthorized)
        }
    }

    @Test func `another account's lists are as if they were not there`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let id = try #require(
                try await program.call("<AddRecipient><LIST_ID>\(test.list.id)</LIST_ID></AddRecipient>").element(
                    "RecipientId"))
            let foreign = program.with(token: try await test.foreignToken())
            let inside = "<LIST_ID>\(test.list.id)</LIST_ID><RECIPIENT_ID>\(id)</RECIPIENT_ID>"
            for operation in [
                "AddRecipient", "UpdateRecipient", "SelectRecipientData", "RemoveRecipient", "OptOutRecipient",
                "GetListMetaData", "ExportList",
            ] {
                let answer = try await foreign.call("<\(operation)>\(inside)</\(operation)>")
                let missing = try await foreign.call(
                    "<\(operation)>\(inside.replacing("\(test.list.id)", with: "7"))</\(operation)>")
                #expect(answer.status == .ok && answer.fault == 106, "\(operation)")
                #expect(answer.text.replacing("\(test.list.id)", with: "7") == missing.text, "\(operation)")
            }
            #expect(try await !foreign.call("<GetLists/>").text.contains("Customers"))
        }
    }

    @Test(arguments: XMLAPIOperation.allCases) func `an operation is offered, or a fault names it`(
        _ operation: XMLAPIOperation
    ) async throws {
        let test = try await TestEngage()
        let offered = Set(XMLAPIMethods.all(test.platform).map(\.operation))
        #expect(offered.count == 27)
        try await test.run { program in
            let answer = try await program.call("<\(operation.rawValue)/>")
            #expect(answer.status == .ok)
            guard !offered.contains(operation) else { return }
            #expect(answer.fault == 150)
            #expect(answer.element("FaultString")?.contains(operation.rawValue) == true)
            if [.login, .logout].contains(operation) { #expect(answer.text.contains("/oauth/token")) }
        }
    }

    @Test func `text in results is escaped`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let value = "&lt;b&gt; &amp; ]]&gt; &quot;q&quot; ü"
            let added = try await program.call(
                "<AddRecipient><LIST_ID>\(test.list.id)</LIST_ID><COLUMN><NAME>Name</NAME><VALUE>\(value)</VALUE></COLUMN></AddRecipient>"
            )
            let id = try #require(added.element("RecipientId"))
            let selected = try await program.call(
                "<SelectRecipientData><LIST_ID>\(test.list.id)</LIST_ID><RECIPIENT_ID>\(id)</RECIPIENT_ID></SelectRecipientData>"
            )
            #expect(selected.text.contains("<VALUE>&lt;b&gt; &amp; ]]&gt; \"q\" ü</VALUE>"))
            let fault = try await program.call(
                "<AddRecipient><LIST_ID>\(test.list.id)</LIST_ID><COLUMN><NAME>&lt;x&gt;</NAME></COLUMN></AddRecipient>"
            )
            #expect(fault.fault == 1007 && fault.text.contains("&lt;x&gt;"))
        }
    }
}

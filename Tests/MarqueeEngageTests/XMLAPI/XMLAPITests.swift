import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-003, ENG-005, ENG-075, ENG-078 to ENG-080: requests over the network.
struct XMLAPITests {
    private static let success = "<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS></RESULT></Body></Envelope>"
    private static let refusal = """
        <Envelope><Body><RESULT><SUCCESS>FALSE</SUCCESS></RESULT><Fault><FaultString>No</FaultString></Fault></Body>\
        </Envelope>
        """
    private static let request = XMLAPIRequest(.selectRecipientData, [.text("RECIPIENT_ID", "702003 +&")])

    private static func answer(_ status: Int = 200, _ body: String = success) -> TransportResponse {
        TransportResponse(status: status, headers: ["Content-Type": "text/xml"], body: Data(body.utf8))
    }

    /// A host that numbers its tokens and answers 401 to the first ones.
    private static func host(refusing: Int = 0, _ response: TransportResponse = answer()) -> FakeTransport {
        let tokens = Locked(0)
        return FakeTransport { request throws(TransportError) in
            if request.url.path.hasSuffix("token") {
                let number = tokens.withLock { tokens in
                    tokens += 1
                    return tokens
                }
                return TokenFixture.answer(#"{"access_token":"\#(number)","expires_in":3600}"#)
            }
            let number = Int(request.headers["Authorization"]?.dropFirst("Bearer ".count) ?? "") ?? 0
            return number <= refusing ? TransportResponse(status: 401) : response
        }
    }

    private func api(_ fixture: TokenFixture) throws -> XMLAPI {
        XMLAPI(try .example(listID: "45654"), tokens: try fixture.tokens(), environment: fixture.environment)
    }

    private func calls(_ fixture: TokenFixture) -> [TransportRequest] {
        fixture.transport.requests.filter { $0.url.path.hasSuffix("XMLAPI") }
    }

    @Test func `a request is one form field, with the configured list and the token`() async throws {
        let fixture = try TokenFixture(Self.host())
        #expect(try await api(fixture).send(Self.request).isSuccess)
        let call = try #require(calls(fixture).first)
        #expect(call.method == "POST")
        #expect(call.url.absoluteString == "https://engage.example/XMLAPI")
        #expect(call.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(call.headers["Authorization"] == "Bearer 1")
        let body = String(decoding: call.body ?? Data(), as: UTF8.self)
        #expect(body.hasPrefix("xml=%3CEnvelope%3E"))
        #expect(!body.dropFirst(4).contains { "&+= ".contains($0) })
        #expect(
            body.dropFirst(4).removingPercentEncoding
                == "<Envelope><Body><SelectRecipientData><LIST_ID>45654</LIST_ID><RECIPIENT_ID>702003 +&amp;"
                + "</RECIPIENT_ID></SelectRecipientData></Body></Envelope>")
    }

    @Test func `a refusal is an answer, and an error only where success is needed`() async throws {
        let fixture = try TokenFixture(Self.host(Self.answer(200, Self.refusal)))
        let result = try await api(fixture).send(Self.request)
        #expect(!result.isSuccess)
        #expect(result.faultText == "No")
        let error = await #expect(throws: EngageError.self) { try await api(fixture).perform(Self.request) }
        #expect(error?.code == .refused)
        #expect(error?.fault?.message == "No")
    }

    @Test(arguments: [
        (answer(200, "OK"), EngageError.Code.hostFailed), (answer(400), .hostFailed), (answer(500), .hostFailed),
        (answer(403), .notAuthorised), (answer(429), .rateLimited), (answer(302), .hostFailed),
    ]) func `every other answer is an error`(_ response: TransportResponse, _ code: EngageError.Code) async throws {
        let fixture = try TokenFixture(Self.host(response))
        let error = await #expect(throws: EngageError.self) { try await api(fixture).send(Self.request) }
        #expect(error?.code == code)
        #expect(calls(fixture).count == 1)
    }

    @Test(arguments: [
        (TransportError.Code.unreachable, EngageError.Code.noNetwork), (.deadlineExceeded, .noNetwork),
        (.untrusted, .hostFailed), (.bodyTooLarge, .hostFailed),
    ]) func `a request without an answer is an error`(
        _ transportCode: TransportError.Code, _ code: EngageError.Code
    ) async throws {
        let fixture = try TokenFixture(
            FakeTransport { request throws(TransportError) in
                guard request.url.path.hasSuffix("token") else { throw TransportError(transportCode, "broken") }
                return TokenFixture.answer(#"{"access_token":"1"}"#)
            })
        let error = await #expect(throws: EngageError.self) { try await api(fixture).send(Self.request) }
        #expect(error?.code == code)
    }

    @Test func `a wrong request is an error before a token is asked for`() async throws {
        let fixture = try TokenFixture(Self.host())
        let wrong = XMLAPIRequest(.selectRecipientData, [.text("A B", "")])
        await #expect(throws: EngageError.self) { try await api(fixture).send(wrong) }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `without a host nothing is sent`() async throws {
        let fixture = try TokenFixture(Self.host())
        let api = XMLAPI(nil, tokens: nil, environment: fixture.environment)
        let error = await #expect(throws: EngageError.self) { try await api.send(Self.request) }
        #expect(error?.code == .notConfigured)
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `after a 401 the request is sent once more with a new token`() async throws {
        let fixture = try TokenFixture(Self.host(refusing: 1))
        #expect(try await api(fixture).send(Self.request).isSuccess)
        #expect(calls(fixture).map { $0.headers["Authorization"] } == ["Bearer 1", "Bearer 2"])
        #expect(calls(fixture)[0].body == calls(fixture)[1].body)
    }

    @Test func `a second 401 is an error`() async throws {
        let fixture = try TokenFixture(Self.host(refusing: 9))
        let error = await #expect(throws: EngageError.self) { try await api(fixture).send(Self.request) }
        #expect(error?.code == .notAuthorised)
        #expect(calls(fixture).count == 2)
    }

    @Test func `ten requests that get a 401 renew the token once`() async throws {
        let fixture = try TokenFixture(Self.host(refusing: 1))
        let api = try api(fixture)
        let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 { group.addTask { try await api.send(Self.request).isSuccess } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 10)
        #expect(fixture.transport.requests.count { $0.url.path.hasSuffix("token") } == 2)
    }

    @MainActor private final class Outcomes {
        var texts: [String] = []
    }

    @Test(arguments: [(answer(), "success true"), (answer(200, refusal), "success false"), (answer(500), "hostFailed")])
    @MainActor func `exactly one closure is called, once, on the main thread`(
        _ response: TransportResponse, _ outcome: String
    ) async throws {
        let fixture = try TokenFixture(Self.host(response))
        let api = try api(fixture)
        let outcomes = Outcomes()
        api.send(Self.request) { result in
            MainActor.assertIsolated()
            outcomes.texts.append("success \(result.isSuccess)")
        } failure: { error in
            MainActor.assertIsolated()
            outcomes.texts.append("\(error.code)")
        }
        #expect(await eventually { await !outcomes.texts.isEmpty })
        #expect(outcomes.texts == [outcome])
        // Without closures nothing is called, and nothing fails.
        api.send(Self.request, success: nil, failure: nil)
        #expect(await eventually { fixture.transport.requests.count { $0.url.path.hasSuffix("XMLAPI") } == 2 })
        #expect(outcomes.texts == [outcome])
    }
}

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing
import Testing

@testable import Web

/// One mapping from errors to answers, whichever dialect speaks.
@Suite struct ErrorAnswerTests {
    private struct Unknown: Error {}

    private struct Words: Dialect {
        func answer(_ problem: Problem) throws -> Response {
            .text("\(problem.title): \(problem.message)", status: problem.status)
        }
    }

    private func answer(_ error: any Error, in dialect: any Dialect = JSONDialect()) async throws -> TestResponse {
        let router = Router()
        router.add(middleware: ErrorAnswers(otherwise: dialect))
        router.get("/") { _, _ -> Response in throw error }
        return try await Application(router: router).test(.router) { try await $0.execute(uri: "/", method: .get) }
    }

    private static let known: [(any Error, HTTPResponse.Status, String)] = [
        (WebError(.notFound, "no such object"), .notFound, "not_found"),
        (WebError(.bodyTooLarge, "too much"), .contentTooLarge, "body_too_large"),
        (WebError(.unsupportedEncoding, "br"), .unsupportedMediaType, "unsupported_encoding"),
        (WebError(.unavailable, "later", retryAfter: 7), .serviceUnavailable, "unavailable"),
        (StoreError(.versionConflict, "somebody"), .conflict, "version_conflict"),
        (StoreError(.refused, "wrong"), .forbidden, "refused"),
        (StoreError(.throttled, "wait", retryAfter: .milliseconds(2500)), .tooManyRequests, "throttled"),
        (StoreError(.diskFull, "/var/lib is full"), .serviceUnavailable, "unavailable"),
        (PublishingError(.empty, "nothing"), .badRequest, "empty"),
        (PublishingError(.store, "it", store: StoreError(.notFound, "no hub")), .notFound, "not_found"),
        (NIOTooManyBytesError(maxBytes: 8), .contentTooLarge, "body_too_large"),
        (HTTPError(.methodNotAllowed), .methodNotAllowed, "http_error"),
        (CancellationError(), .serviceUnavailable, "unavailable"),
    ]

    @Test(arguments: known.indices) func `an error has one status and code`(_ index: Int) async throws {
        let (error, status, code) = Self.known[index]
        let answer = try await answer(error)
        #expect(answer.status == status)
        #expect(String(buffer: answer.body).contains(#""code":"\#(code)""#))
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test func `an answer that asks for patience names the seconds, rounded up`() async throws {
        #expect(
            try await answer(StoreError(.throttled, "wait", retryAfter: .milliseconds(2500))).headers[.retryAfter]
                == "3")
        #expect(try await answer(WebError(.unavailable, "later", retryAfter: 7)).headers[.retryAfter] == "7")
    }

    @Test(arguments: [
        WebError(.bodyTooLarge, "") as any Error, NIOTooManyBytesError(maxBytes: 8), HTTPError(.contentTooLarge),
    ])
    func `after a refused body the connection closes`(_ error: any Error) async throws {
        #expect(try await answer(error).headers[.connection] == "close")
    }

    @Test(arguments: [
        Unknown() as any Error, StoreError(.damaged, "/var/lib/marquee.sqlite"), StoreError(.storage, "disk I/O"),
        PublishingError(.damaged, "key 7"), HTTPError(.internalServerError, message: "at /srv/x"),
    ])
    func `what only the operator can mend is said by reference alone`(_ error: any Error) async throws {
        let answer = try await answer(error)
        #expect(answer.status == .internalServerError)
        let text = String(buffer: answer.body)
        #expect(text.contains("The server's log says why, under the reference "))
        for detail in ["Unknown", "/var", "disk I/O", "key 7", "/srv"] { #expect(!text.contains(detail)) }
    }

    @Test func `a dialect below a prefix also answers for addresses without a route`() async throws {
        let router = Router()
        router.add(middleware: ErrorAnswers([DialectPlace(Words(), below: "/words/")]))
        try await Application(router: router).test(.router) { client in
            let words = try await client.execute(uri: "/words/x", method: .get)
            #expect(words.status == .notFound)
            #expect(String(buffer: words.body) == "Nothing here: There is nothing at this address.")
            let other = try await client.execute(uri: "/wordsx", method: .get)
            #expect(other.headers[.contentType] == "application/json; charset=utf-8")
        }
    }

    @Test func `a dialect says the same in its own form`() async throws {
        let answer = try await answer(StoreError(.versionConflict, "hub news was changed"), in: Words())
        #expect(answer.status == .conflict)
        #expect(String(buffer: answer.body) == "Somebody was faster: hub news was changed")
    }
}

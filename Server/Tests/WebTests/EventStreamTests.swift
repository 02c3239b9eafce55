import Hummingbird
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import Web

@Suite struct EventStreamTests {
    /// Takes what a stream writes; a page that went away takes no more.
    private final class Page: ResponseBodyWriter, Sendable {
        struct Gone: Error {}

        let text = Mutex("")
        let stops: @Sendable (String) -> Bool

        init(until stops: @escaping @Sendable (String) -> Bool = { _ in false }) { self.stops = stops }

        func write(_ part: ByteBuffer) async throws {
            let text = text.withLock { text in
                text += String(buffer: part)
                return text
            }
            if stops(text) { throw Gone() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private static func numbers(to last: Int) -> AsyncStream<Int> {
        let (source, events) = AsyncStream.makeStream(of: Int.self)
        for number in 1...last { events.yield(number) }
        events.finish()
        return source
    }

    @Test func `equal values are equal texts, so that a page can compare them`() throws {
        let values = Dictionary(uniqueKeysWithValues: "hgfedcba".map { (String($0), "/") })
        let written = "abcdefgh".map { #""\#($0)":"/""# }.joined(separator: ",")
        #expect(try EventStream.Message(nil, values).text == "data: {\(written)}\n\n")
    }

    @Test func `elements are messages, named or not, each in one line of JSON`() async throws {
        let source = Self.numbers(to: 2)
        let answer = EventStream.answer(source) { number in
            try number.map { [try .init("count", $0), try .init(nil, ["text": "a\nb"])] } ?? []
        }
        #expect(answer.headers[.contentType] == "text/event-stream")
        let page = Page()
        try await answer.body.write(page)
        let each = { (number: Int) in "event: count\ndata: \(number)\n\ndata: {\"text\":\"a\\nb\"}\n\n" }
        #expect(page.text.withLock { $0 } == ": connected\n\n" + each(1) + each(2))
    }

    @Test func `a page that went away is noticed by the heartbeat of a silent stream, and its source is let go`()
        async throws
    {
        let ended = AsyncStream.makeStream(of: Void.self)
        let (source, events) = AsyncStream.makeStream(of: Int.self)
        events.onTermination = { _ in ended.continuation.finish() }
        let answer = EventStream.answer(source, heartbeat: .milliseconds(1)) { _ in [] }
        let page = Page { $0.hasSuffix(":\n\n:\n\n") }
        await #expect(throws: Page.Gone.self) { try await answer.body.write(page) }
        for await _ in ended.stream {}
        #expect(page.text.withLock { $0 } == ": connected\n\n:\n\n:\n\n")
    }

    @Test func `a stream ends at a heartbeat when it is no longer allowed`() async throws {
        let asked = Mutex(0)
        let (source, events) = AsyncStream.makeStream(of: Int.self)
        defer { events.finish() }
        let answer = EventStream.answer(
            source, heartbeat: .milliseconds(1),
            while: {
                asked.withLock { asked in
                    asked += 1
                    return asked < 3
                }
            }, messages: { _ in [] })
        let page = Page()
        try await answer.body.write(page)
        #expect(page.text.withLock { $0 } == ": connected\n\n:\n\n:\n\n")
    }

    @Test func `a slow page finds the newest elements`() async throws {
        let drained = AsyncStream.makeStream(of: Void.self)
        let next = Mutex(0)
        let source = AsyncStream {
            let number = next.withLock { next in
                next += 1
                return next
            }
            if number > 1000 { drained.continuation.finish() }
            return number > 1000 ? nil : number
        }
        let seen = Mutex<[Int]>([])
        let answer = EventStream.answer(source, mostWaiting: 5) { number in
            // The first element is held until the source has said everything.
            for await _ in drained.stream {}
            if let number { seen.withLock { $0.append(number) } }
            return []
        }
        try await answer.body.write(Page())
        let numbers = seen.withLock { $0 }
        #expect(numbers.last == 1000)
        #expect(numbers.count <= 7)
    }
}

import Foundation
import Synchronization
import Testing

@testable import VAST

/// ADS-094, ADS-097: hostile documents are refused before they cost much.
@Suite struct BoundsTests {
    private func error(_ text: String, _ change: (inout DocumentParser.Limits) -> Void = { _ in }) throws -> ParseError
    {
        var limits = DocumentParser.Limits()
        change(&limits)
        return try #require(throws: ParseError.self) { try DocumentParser(limits: limits).parse(Data(text.utf8)) }
    }

    @Test func `a document above 5 MiB is refused unread`() throws {
        let frame = "<VAST version=\"3.0\"></VAST>"
        let filled = frame.replacing("><", with: ">" + String(repeating: " ", count: (5 << 20) - 27) + "<")
        #expect(filled.utf8.count == 5 << 20)
        #expect(try DocumentParser().parse(Data(filled.utf8)).ads.isEmpty)
        let error = try error(filled + " ")
        #expect(error.code == .malformedDocument)
        #expect(error.message == "The document has 5242881 bytes; 5242880 are allowed.")
    }

    @Test func `the depth is limited`() throws {
        func nested(_ depth: Int) -> String {
            let inner = depth - 1
            return "<VAST version=\"3.0\">" + String(repeating: "<a>", count: inner)
                + String(repeating: "</a>", count: inner) + "</VAST>"
        }
        #expect(throws: Never.self) { try DocumentParser().parse(nested(64)) }
        let error = try error(nested(65))
        #expect(error.message == "Elements are nested deeper than 64.")
        #expect(error.column == 21 + 63 * 3)
    }

    @Test func `empty elements do not count as depth`() throws {
        let text = "<VAST version=\"3.0\">" + String(repeating: "<a x='/'/>", count: 1000) + "</VAST>"
        #expect(throws: Never.self) { try DocumentParser().parse(text) }
    }

    @Test func `the number of elements is limited`() throws {
        let text = "<VAST version=\"3.0\">" + String(repeating: "<a/>", count: 10) + "</VAST>"
        #expect(try error(text) { $0.elements = 10 }.message == "There are more than 10 elements.")
        #expect(throws: Never.self) { try DocumentParser().parse(text) }
    }

    @Test func `attributes and tag sizes are limited`() throws {
        let many = (0..<101).map { "a\($0)='1'" }.joined(separator: " ")
        #expect(
            try error("<VAST version=\"3.0\"><b \(many)/></VAST>").message == "An element has more than 100 attributes."
        )
        let long = String(repeating: "x", count: 70_000)
        #expect(
            try error("<VAST version=\"3.0\"><b a='\(long)'/></VAST>").message == "A tag has more than 65536 bytes.")
        #expect(try error("<VAST version=\"3.0\"><\(long)/></VAST>").code == .malformedDocument)
    }

    @Test func `the text of an element is limited, also in several pieces`() throws {
        let piece = "<![CDATA[" + String(repeating: "x", count: 60) + "]]>"
        let text = Wrapped.inLine("<AdTitle>\(piece)\(piece)</AdTitle>")
        #expect(try error(text) { $0.textBytes = 100 }.message == "The text of an element has more than 100 bytes.")
        #expect(throws: Never.self) { try DocumentParser().parse(text) }
        let unknown = Wrapped.inLine("<Other>\(piece)\(piece)</Other>")
        var limits = DocumentParser.Limits()
        limits.textBytes = 100
        #expect(throws: Never.self) { try DocumentParser(limits: limits).parse(unknown) }
    }

    /// A clock that is one second later at each reading.
    private final class TickingClock: Clock {
        struct Instant: InstantProtocol {
            var seconds: Int
            func advanced(by duration: Duration) -> Instant {
                Instant(seconds: seconds + Int(duration.components.seconds))
            }
            func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
            static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
        }

        private let looks = Mutex(0)
        var now: Instant {
            looks.withLock {
                $0 += 1
                return Instant(seconds: $0)
            }
        }
        var minimumResolution: Duration { .seconds(1) }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    @Test func `the time is limited by the given clock`() throws {
        let text = "<VAST version=\"3.0\">" + String(repeating: "<a/>", count: 4000) + "</VAST>"
        let error = try #require(throws: ParseError.self) { try DocumentParser(clock: TickingClock()).parse(text) }
        #expect(error.message == "Parsing took longer than 5.0 seconds.")
        #expect(throws: Never.self) { try DocumentParser(clock: TickingClock()).parse("<VAST version=\"3.0\"/>") }
    }

    static let entities = [
        "<!DOCTYPE VAST [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]><VAST version=\"3.0\"><Error>&b;</Error></VAST>",
        "<!DOCTYPE VAST [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><VAST version=\"3.0\"><Error>&x;</Error></VAST>",
        "<!DOCTYPE VAST SYSTEM \"https://evil.example/dtd\"><VAST version=\"3.0\"/>",
        "<!DOCTYPE VAST [<!ENTITY % p SYSTEM \"https://evil.example/p\"> %p;]><VAST version=\"3.0\"/>",
        "<?xml version=\"1.0\"?><!-- --><?a?><!DOCTYPE VAST><VAST version=\"3.0\"/>",
    ]

    @Test(arguments: entities) func `a document type declaration is refused in any encoding`(text: String) throws {
        let forms = [
            Data(text.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8),
            Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            Data([0xFE, 0xFF]) + Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
            Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        ]
        for form in forms {
            let error = try #require(throws: ParseError.self) { try DocumentParser().parse(form) }
            #expect(error.message == "Document type declarations are not supported.")
        }
    }

    @Test func `an entity expansion attack is refused at once`() throws {
        let lines = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">" }
        let text = "<!DOCTYPE VAST [<!ENTITY l0 \"lol\">\(lines.joined())]><VAST version=\"3.0\">&l9;</VAST>"
        let started = ContinuousClock.now
        #expect(try error(text).code == .malformedDocument)
        // A billion expansions take longer than a busy machine needs to refuse them.
        #expect(started.duration(to: .now) < .seconds(20))
    }
}

import Foundation
import Testing

@testable import VAST

/// ADS-094, ADS-097: for any input the parser answers in time, and gives the same answer twice. Seeds are fixed, so a
/// failure can be repeated.
@Suite struct AnyInputTests {
    private static let codes: Set<ErrorCode> = [.malformedDocument, .invalidDocument, .unsupportedVersion]

    private func answer(_ data: Data, _ mode: DocumentParser.Mode) -> Result<Document, ParseError> {
        Result { () throws(ParseError) in try DocumentParser(mode: mode).parse(data) }
    }

    /// Both modes answer. The strict mode never returns another document, and an error has a position within the
    /// document.
    private func check(_ data: Data, sourceLocation: SourceLocation = #_sourceLocation) {
        let (lenient, strict) = (answer(data, .lenient), answer(data, .strict))
        #expect(lenient == answer(data, .lenient), sourceLocation: sourceLocation)
        if case .success(let document) = strict {
            #expect(lenient == .success(document), sourceLocation: sourceLocation)
        }
        for case .failure(let error) in [lenient, strict] {
            #expect(Self.codes.contains(error.code), sourceLocation: sourceLocation)
            #expect(error.line >= 0 && error.line <= data.count + 1, sourceLocation: sourceLocation)
            #expect(error.column >= 0 && error.column <= 3 * data.count + 1, sourceLocation: sourceLocation)
        }
    }

    @Test func `every truncated document is refused`() {
        for sample in [SampleDocument.extended[2], SampleDocument.measured[1], SampleDocument.wrappers[7]] {
            for length in 1..<sample.data.count {
                let part = sample.data.prefix(length)
                check(part)
                guard case .success = answer(part, .lenient) else { continue }
                Issue.record("\(sample.name) was read from its first \(length) bytes")
            }
        }
    }

    @Test func `every truncated UTF-16 document gets an answer`() throws {
        let text = "<VAST version='4.0'><Error><![CDATA[é😀]]></Error><Ad id='1'><InLine/></Ad></VAST>"
        let data = try #require(text.data(using: .utf16))
        for length in 0..<data.count { check(data.prefix(length)) }
    }

    @Test(arguments: 0..<8) func `random bytes get an answer`(seed: UInt64) {
        var random = Seeded(seed: seed)
        for _ in 0..<200 {
            let length = Int.random(in: 0..<200, using: &random)
            check(Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }))
        }
    }

    @Test(arguments: 0..<8) func `documents with changed, lost and doubled bytes get an answer`(seed: UInt64) {
        var random = Seeded(seed: seed &+ 100)
        for sample in SampleDocument.all where !sample.data.isEmpty {
            var bytes = Array(sample.data)
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
                }
            }
            check(Data(bytes))
        }
    }

    private static let pieces = [
        "<VAST version='4.2'>", "</VAST>", "<Ad>", "</Ad>", "<InLine>", "</InLine>", "<![CDATA[", "]]>", "<!--", "-->",
        "&amp;", "&", "<Extension type='AdVerifications'>", "</Extension>", "<Creatives>", "</Creatives>", "<Creative>",
        "</Creative>", "<Linear skipoffset='-9%'>", "</Linear>", "<Duration>99999999999</Duration>", "<?x", "?>",
        "<!DOCTYPE", ">", "é", "\u{0}", " ", "'", "<Expires>999999999999999999999</Expires>", "<a:b c:d='1'/>",
        "<Icon xPosition='9223372036854775808'/>", "<Duration>999999999:999999999:999999999.9999999999</Duration>",
    ]

    @Test(arguments: 0..<8) func `random markup gets an answer`(seed: UInt64) {
        var random = Seeded(seed: seed &+ 200)
        for _ in 0..<200 {
            let count = Int.random(in: 0..<30, using: &random)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            check(Data(("<VAST version='4.2'>" + text).utf8))
        }
    }

    /// Extreme values in every attribute and element that has a value.
    @Test(arguments: [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e308", "1e999", "NaN", "inf", "-0",
        "0x10", "999999999:999999999:999999999.999999999", "99999999999999999999%", "0.0000000000000000001%", "%", ":",
        "::", "00:00:", ".", "+", "++1", "\u{661}\u{662}", "1_000",
    ])
    func `values of any size get an answer`(value: String) throws {
        let text = Wrapped.inLine(
            """
            <Expires>\(value)</Expires><Creatives><Creative sequence="\(value)"><Linear skipoffset="\(value)">
            <Duration>\(value)</Duration><TrackingEvents><Tracking event="progress" offset="\(value)">u</Tracking>
            </TrackingEvents><MediaFiles><MediaFile width="\(value)" height="\(value)" bitrate="\(value)">u</MediaFile>
            </MediaFiles><Icons><Icon xPosition="\(value)" pxratio="\(value)" duration="\(value)"/></Icons></Linear>
            </Creative></Creatives>
            """)
        check(Data(text.utf8))
        let document = try DocumentParser().parse(text)
        _ = try? DocumentWriter().write(document)
        _ = document.firstLinear?.skipOffset?.time(in: document.firstLinear?.duration)
    }

    static let shapes: [(name: String, make: @Sendable (Int) -> String)] = [
        (
            "trackers",
            { count in
                let events = String(
                    repeating: "<Tracking event='start'><![CDATA[https://t.example/1]]></Tracking>", count: count)
                return Wrapped.linear("<TrackingEvents>\(events)</TrackingEvents>")
            }
        ),
        (
            "unknown elements",
            { count in
                Wrapped.inLine(String(repeating: "<Unknown a='1'>text</Unknown>", count: count))
            }
        ),
        (
            "text in pieces",
            { count in
                Wrapped.inLine(
                    "<Description>\(String(repeating: "<![CDATA[0123456789]]>&amp;", count: count))</Description>")
            }
        ),
        (
            "comments", { count in Wrapped.inLine(String(repeating: "<!-- a comment > -->", count: 2 * count)) }
        ),
        (
            "extensions",
            { count in
                Wrapped.inLine(
                    "<Extensions><Extension>\(String(repeating: "<a>1</a>2", count: count))</Extension></Extensions>")
            }
        ),
        (
            "ads",
            { count in
                "<VAST version='4.2'>\(String(repeating: "<Ad><InLine><AdTitle>T</AdTitle></InLine></Ad>", count: count))</VAST>"
            }
        ),
    ]

    @Test(arguments: 0..<6) func `parsing takes linear time`(index: Int) throws {
        let shape = Self.shapes[index]
        let (small, large) = (Data(shape.make(400).utf8), Data(shape.make(6400).utf8))
        let time = try ProcessorTime.least(
            of: { for _ in 0..<4 { _ = try DocumentParser().parse(small) } },
            and: { _ = try DocumentParser().parse(large) })
        // 16 times the size. Linear time is 4 times the sum of the four small ones, quadratic time 64 times.
        #expect(time.second / time.first < 12, "\(shape.name): \(time)")
    }
}

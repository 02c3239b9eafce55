import Foundation
import Testing

@testable import VAST

/// Every part that an edition supports is read back unchanged, and the text follows the schema of the edition.
@Suite struct RoundTripTests {
    @Test(arguments: DocumentWriter.Edition.allCases)
    func `a written document is valid and is parsed to the same values`(edition: DocumentWriter.Edition) throws {
        for seed in 0..<400 {
            var random = RandomDocument(seed: UInt64(seed), edition)
            let document = random.document()
            let written = try DocumentWriter(edition: edition).write(document)
            #expect(written.omissions.isEmpty, "seed \(seed)")
            let violations = try SchemaCheck.violations(in: written.text, edition)
            #expect(violations.isEmpty, "seed \(seed): \(violations.prefix(3))")
            let read = try DocumentParser().parse(Data(written.text.utf8))
            guard read != document else { continue }
            Issue.record("seed \(seed)\n\(written.text)\nwas \(document)\nis \(read)")
            return
        }
    }

    @Test func `a strict parser accepts a written document`() throws {
        for seed in 1000..<1100 {
            var random = RandomDocument(seed: UInt64(seed), .vast42)
            let written = try DocumentWriter(edition: .vast42).write(random.document())
            #expect(throws: Never.self, "seed \(seed)") { try DocumentParser(mode: .strict).parse(written.text) }
        }
    }

    static let settled = [
        Wrapped.creative(
            "<CompanionAds><Companion width='1' height='1'><HTMLResource xmlEncoded='1'>&amp;#32;a&amp;#32;</HTMLResource>"
                + "<AdParameters xmlEncoded='1'>&amp;#32;</AdParameters></Companion></CompanionAds>"),
        Wrapped.inLine("<Extensions><Extension TYPE='a' b='1'/><Extension name=' n ' b='1'/></Extensions>"),
        Wrapped.creative("<CreativeExtensions><CreativeExtension TYPE='a' B='1'/></CreativeExtensions>"),
        Wrapped.creative(
            "<NonLinearAds><NonLinear width='1' height='1'><CreativeExtensions><CreativeExtension type='UniversalAdId'>"
                + "<UniversalAdId>u</UniversalAdId></CreativeExtension></CreativeExtensions></NonLinear></NonLinearAds>"
        ),
    ]

    @Test(arguments: settled, DocumentWriter.Edition.allCases)
    func `writing a parsed document again gives the same text`(text: String, edition: DocumentWriter.Edition) throws {
        for conformance in DocumentWriter.Conformance.allCases {
            let writer = DocumentWriter(edition: edition, conformance: conformance)
            let written = try writer.write(DocumentParser().parse(text).completed)
            #expect(try writer.write(DocumentParser().parse(written.text)).text == written.text)
        }
    }

    /// Values of the other edition lose the parts that an edition lacks, but the document stays valid.
    @Test func `a document of 4-2 written as 3-0 is valid and names its omissions`() throws {
        var (written, refused) = (0, 0)
        for seed in 0..<400 {
            var random = RandomDocument(seed: UInt64(seed), .vast42)
            let document = random.document()
            do {
                let result = try DocumentWriter(edition: .vast30).write(document)
                let violations = try SchemaCheck.violations(in: result.text, .vast30)
                #expect(violations.isEmpty, "seed \(seed): \(violations.prefix(3))")
                written += 1
            } catch let error as WriteError {
                #expect(error.code == .missingPart, "seed \(seed): \(error)")
                refused += 1
            }
        }
        #expect(written > 100 && refused > 0, "\(written) written, \(refused) refused")
    }

    /// Every part of the sample documents is read back or named as an omission.
    @Test(arguments: SampleDocument.all, DocumentWriter.Conformance.allCases)
    func `a sample document is written completely, or its omissions are named`(
        sample: SampleDocument, conformance: DocumentWriter.Conformance
    ) throws {
        let writer = DocumentWriter(edition: .vast42, conformance: conformance)
        let document = sample.expected.completed
        let written = try writer.write(document)
        if conformance == .schema {
            let violations = try SchemaCheck.violations(in: written.text, .vast42)
            #expect(violations.isEmpty, "\(violations)")
        }
        let read = try DocumentParser().parse(written.text)
        #expect(try writer.write(read).text == written.text)
        guard written.omissions.isEmpty else { return }
        var expected = document
        expected.version = Document.Version(4, 2)
        #expect(read.normalized == expected.normalized)
    }
}

import Testing

@testable import VAST

/// ADS-094 to ADS-098, ADS-102 to ADS-104, ADS-108, ADS-109, ADS-116, ADS-117, ADS-120, ADS-177 to ADS-179: documents
/// of every version in the forms that servers send.
@Suite struct SampleDocumentTests {
    @Test(arguments: SampleDocument.all)
    func `a document is parsed to the expected values`(sample: SampleDocument) throws {
        let document = try DocumentParser().parse(sample.data)
        #expect(document == sample.expected)
    }

    @Test func `the samples cover every version`() {
        let versions = Set(SampleDocument.all.map(\.expected.version))
        #expect(
            versions.isSuperset(of: [
                nil, Document.Version(2, 0), Document.Version(3, 0), Document.Version(4, 0), Document.Version(4, 1),
                Document.Version(4, 2), Document.Version(4, 3),
            ]))
        #expect(SampleDocument.all.count >= 60)
        #expect(Set(SampleDocument.all.map(\.name)).count == SampleDocument.all.count)
    }
}

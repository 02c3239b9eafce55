import Testing

@testable import VAST

/// An address or markup that contains the end of a CDATA section is read back unchanged and adds no element.
@Suite struct SectionTests {
    @Test(arguments: [
        "]]>", "]]>]]>", "]]", "]]]>", "a]]><Error>x</Error>", "]]>\u{301}<Error>x</Error>", "]\u{301}]>",
        "]]\u{200D}>",
        "<![CDATA[x]]>", "]]&gt;", ">", "]",
    ])
    func `the end of a CDATA section is split over two sections`(text: String) throws {
        let url = try #require(URLTemplate("https://e.example/" + text))
        let html = "<b>" + text + "</b>"
        let ad = InLine(
            parts: AdParts(
                system: AdSystem(name: "S"), impressions: [Impression(url: url)],
                creatives: [
                    Creative(
                        universalIDs: [UniversalAdID(registry: "r", value: "v")],
                        companions: CompanionAds(items: [Companion(width: 1, height: 1, resources: [.html(html)])]))
                ]), title: "T", servingID: "s")
        let document = Document(ads: [Ad(content: .inLine(ad))])
        let read = try DocumentParser().parse(try DocumentWriter().write(document).text)
        #expect(read.ads.first?.parts.impressions.map(\.url) == [url])
        #expect(read.ads.first?.parts.errors.isEmpty == true)
        #expect(read.ads.first?.parts.creatives.first?.companions?.items.first?.resources == [.html(html)])
    }

    @Test(arguments: [("]>", 1), ("]]", 1), ("]]>", 2), ("]]]>]]>", 3)])
    func `no other text splits a CDATA section`(text: String, sections: Int) throws {
        let url = try #require(URLTemplate("https://e.example/" + text))
        let written = try DocumentWriter().write(Document(errors: [url])).text
        #expect(written.split(separator: "<![CDATA[").count - 1 == sections)
    }
}

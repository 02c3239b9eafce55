import Foundation
import Testing

@testable import VAST

/// Addresses from documents, resolved and converted to valid URLs.
@Suite struct AddressTests {
    /// The examples of RFC 3986, section 5.4, and forms that ad servers write.
    static let base = "http://a/b/c/d;p?q"
    static let references: [(String, String?)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("HTTPS://x.example/v", "HTTPS://x.example/v"),
    ]

    @Test(arguments: references) func `a reference is resolved against its document`(
        reference: String, expected: String?
    ) {
        #expect(Address.resolve(reference, against: Self.base) == expected)
    }

    @Test(arguments: [
        ("g", nil, nil), ("//g", nil, nil), ("http://g/", nil, "http://g/"), ("g", "http://a", "http://a/g"),
        ("?y", "http://a", "http://a?y"), ("g", "mailto:x", nil), ("//g/x", "https://a/", "https://g/x"),
        ("g", "a/b", nil),
    ])
    func `without a usable base only an absolute address is accepted`(
        reference: String, base: String?, expected: String?
    ) {
        #expect(Address.resolve(reference, against: base) == expected)
    }

    @Test(arguments: [
        ("https://a.example/", true), ("HTTP://a.example", true), ("https://a.example:8443/x?y#z", true),
        ("https://[::1]/", true), ("ftp://a.example/", false), ("https:a.example", false), ("https:///x", false),
        ("https://", false), ("https://?x", false), ("https://:80/", false), ("https:///\u{301}x", false),
        ("https://@/", false),
        ("//a.example/", false), ("a.example", false), ("", false), ("https://a.example/\u{0}", false),
        ("https://a.example/\nHost: b", false), ("1https://a/", false), ("javascript:alert(1)//", false),
    ])
    func `only an address with a host and an allowed scheme may be fetched`(address: String, isAllowed: Bool) {
        #expect(AddressPolicy.web.admitsDocument(at: address) == isAllowed)
    }

    /// The address of a document, and what `//c.example/x` becomes in it.
    @Test(arguments: [
        ("http://a.example/v", "http://c.example/x"), ("HTTP://a.example", "http://c.example/x"),
        ("https://a.example/v", "https://c.example/x"), ("bundle://a/v.xml", "https://c.example/x"),
        ("v.xml", "https://c.example/x"), ("", "https://c.example/x"), (nil, "https://c.example/x"),
    ])
    func `an address without a scheme gets the document's scheme`(origin: String?, expected: String) throws {
        let markup = """
            <VAST version="4.2"><Error>//c.example/x</Error><Ad><InLine><Impression> <![CDATA[//c.example/x]]>
            </Impression><Creatives><Creative><Linear><VideoClicks><ClickThrough>//c.example/x</ClickThrough></VideoClicks>
            <MediaFiles><MediaFile type="video/mp4">//c.example/x</MediaFile></MediaFiles><CreativeExtensions>
            <CreativeExtension type="Mezzanine"><Mezzanine type="video/mp4">//c.example/x</Mezzanine></CreativeExtension>
            </CreativeExtensions></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let document = try DocumentParser().parse(Array(markup.utf8), from: origin)
        guard case .inLine(let inLine)? = document.ads.first?.content else { throw NotThere() }
        let linear = try #require(inLine.linearCreative?.linear)
        let addresses = [
            document.errors.first, inLine.parts.impressions.first?.url, linear.clicks.through?.url,
            linear.mediaFiles.first?.url, linear.mezzanines.first?.url,
        ]
        #expect(addresses.map { $0?.address(with: MacroValues()) } == Array(repeating: expected, count: 5))
        #expect(addresses.allSatisfy { $0?.text == (origin == nil ? "//c.example/x" : expected) })
    }

    private struct NotThere: Error {}

    @Test(arguments: [
        ("https://a.example/p;a=1,2?q=%20&r=(*)#f", "https://a.example/p;a=1,2?q=%20&r=(*)#f"),
        ("https://a.example/?p=${PRICE}&t=[timestamp]", "https://a.example/?p=$%7BPRICE%7D&t=%5Btimestamp%5D"),
        ("https://a.example/?r=%%RANDOM%%", "https://a.example/?r=%25%25RANDOM%25%25"),
        ("https://a.example/?r=100%", "https://a.example/?r=100%25"),
        ("https://a.example/?r=%4", "https://a.example/?r=%254"),
        ("https://a.example/ü|\"<>\\^`", "https://a.example/%C3%BC%7C%22%3C%3E%5C%5E%60"),
        ("https://[::1]:80/[", "https://[::1]:80/%5B"),
        ("https://bücher.example/ü", "https://bücher.example/%C3%BC"),
        ("https://a.example/\u{301}x", "https://a.example/%CC%81x"),
        ("https://a.example", "https://a.example"), ("", ""),
    ])
    func `characters that URLs do not allow are escaped, except in the host`(address: String, escaped: String) {
        #expect(Address.escaped(address) == escaped)
        #expect(Address.escaped(escaped) == escaped)
    }

    @Test(arguments: [
        ("https://a.example/?c=[ERRORCODE]&i=[IFA]&x=[FOO]", "https://a.example/?c=405&i=-1&x=%5BFOO%5D"),
        (" https://a.example/a b|\"ü\"?r=[REASON]%20 ", "https://a.example/a%20b%7C%22%C3%BC%22?r=%5BREASON%5D%20"),
        ("https://a.example/?p=${PRICE}&q=%%Q%%", "https://a.example/?p=$%7BPRICE%7D&q=%25%25Q%25%25"),
    ])
    func `a requested address is always a valid URL`(text: String, expected: String) {
        var values = MacroValues()
        values[.errorCode] = .text("405")
        let address = URLTemplate(stringLiteral: text).address(with: values, in: .error)
        #expect(address == expected)
        #expect(URL(string: address)?.absoluteString == expected)
    }
}

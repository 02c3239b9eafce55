import MRAID
import Testing

/// How markup becomes a page: what comes first, what is removed, what is too large (ADS-072).
@Suite struct SandboxTests {
    private let bootstrap: Bootstrap
    private let sandbox = Sandbox()

    init() throws {
        bootstrap = try Bootstrap(Host().container, page: .first, transport: .webKit(handler: "ads"))
    }

    /// Whether the page of the creative equals the text, in which FRONT stands for policy and bootstrap. The comparison
    /// uses bytes, as browsers do.
    private func isPage(of creative: String, _ text: String) throws -> Bool {
        let front = """
            <meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="\(sandbox.contentSecurityPolicy)">\
            \(bootstrap.element)
            """
        let (bytes, mark) = (Array(text.utf8), Array("FRONT".utf8))
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        let expected = bytes[..<place] + Array(front.utf8) + bytes[(place + mark.count)...]
        return try sandbox.page(for: creative, bootstrap: bootstrap).utf8.elementsEqual(expected)
    }

    private static let wrapper = (
        """
        <html><head>FRONT<meta name="viewport" content="width=device-width, initial-scale=1">\
        <style>body { margin: 0 }</style></head><body>
        """, "</body></html>"
    )

    @Test(arguments: [
        "<div>ad</div>", "ad", "<script>mraid.open('x')</script>", "<!-- x --><b>", "</body>",
        // None of these is a tag that makes a document.
        "<header>Sale</header><b>ad</b>", "<script>document.write('<head>')</script>", "<!-- <body> --><b>",
        "<bodyguard",
        "<b title='<html>'>ad</b>", "<style>/* <head> */</style>", "<textarea><body></textarea>",
        "<!-- <html> --><script>x</script>", "<html", "a < head",
    ])
    func `a fragment is put into a page`(creative: String) throws {
        #expect(try isPage(of: creative, Self.wrapper.0 + creative + Self.wrapper.1))
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html><head></head></html>", "<!DOCTYPE html>FRONT<html><head></head></html>"),
        (" \n<!doctype HTML><body>x", " \n<!doctype HTML>FRONT<body>x"),
        ("\u{FEFF}<!doctype html><p>", "<!doctype html>FRONT<p>"),
        ("<html><head></head></html>", "FRONT<html><head></head></html>"), ("<BODY>x", "FRONT<BODY>x"),
        ("<!-- x --><head><title>x</title>", "FRONT<!-- x --><head><title>x</title>"),
        ("<script>x</script><BODY class=a>", "FRONT<script>x</script><BODY class=a>"),
        ("<p><head/>", "FRONT<p><head/>"),
        // A policy after anything but white space would be in the body, where browsers ignore it.
        ("\u{A0}<!doctype html><p>", "FRONT\u{A0}<!doctype html><p>"),
        ("x<!doctype html><p>", "FRONTx<!doctype html><p>"),
        // For a browser the document type ends at its first '>', whatever follows.
        ("<!doctype html>\u{338}<script>x</script>", "<!doctype html>FRONT\u{338}<script>x</script>"),
        ("<!doctype html \">\"><p>", "<!doctype html \">FRONT\"><p>"),
        ("<!doctype html", "FRONT<!doctype html"),
    ])
    func `in a document the policy and the script come before everything that runs`(creative: String, expected: String)
        throws
    {
        #expect(try isPage(of: creative, expected))
    }

    @Test(arguments: [
        (#"<script src="mraid.js"></script><b>"#, "<b>"), (#"<SCRIPT SRC='mraid.js'> </SCRIPT ><b>"#, "<b>"),
        (#"<script type="text/javascript" src=mraid.js></script><b>"#, "<b>"),
        (#"<script src="https://cdn.example/a/MRAID.js?v=2#x"></script><b>"#, "<b>"),
        (#"<b><script src = "./mraid.js" async></script>"#, "<b>"),
        (#"<script/src="mraid.js"></script><b>"#, "<b>"),
        (#"<script src="mraid.js"></script><script src="mraid.js"></script><b>"#, "<b>"),
    ])
    func `the ad's own reference to the script is removed`(creative: String, left: String) throws {
        #expect(try isPage(of: creative, Self.wrapper.0 + left + Self.wrapper.1))
    }

    @Test(arguments: [
        #"<script src="mraid.js">x</script>"#, #"<script src="my-mraid.json"></script>"#, #"<script>mraid.js</script>"#,
        #"<script data-src="mraid.js" src="other.js"></script>"#, #"<script src="mraid.js""#, "<script", "<script src",
        #"<script src="mraid.js"></b>"#, #"<img src="mraid.js">"#,
    ])
    func `text that only looks like a reference stays`(creative: String) throws {
        #expect(try isPage(of: creative, Self.wrapper.0 + creative + Self.wrapper.1))
    }

    @Test(arguments: [
        ("mraid.js", true), ("https://a.example/x/mraid.js", true), ("/MRAID.JS?x", true), ("mraid.js#x", true),
        ("mraid.json", false), ("xmraid.js", false), ("mraid.js/x", false), ("", false),
        ("https://a.example/?mraid.js", false),
    ])
    func `requests for the script are recognised by the last part of the path`(url: String, isReference: Bool) {
        #expect(Sandbox.isReference(toScript: url) == isReference)
    }

    @Test(arguments: ["", " \n\t", "\u{FEFF}"])
    func `an empty creative is refused`(creative: String) {
        #expect { try sandbox.page(for: creative, bootstrap: bootstrap) } throws: { error in
            (error as? MRAIDError)?.code == .creativeEmpty
        }
    }

    @Test func `a creative of exactly the largest size is accepted`() throws {
        var sandbox = Sandbox()
        sandbox.creativeBytes = 10
        _ = try sandbox.page(for: "éééééé".prefix(5).description, bootstrap: bootstrap)
        #expect { try sandbox.page(for: "ééééé.", bootstrap: bootstrap) } throws: { error in
            (error as? MRAIDError)?.code == .creativeTooLarge
                && (error as? MRAIDError)?.message == "The creative is larger than 10 bytes"
        }
    }

    /// Eight times the markup takes about eight times as long; by the square it would be sixty-four times.
    @Test(arguments: [
        "<script src=mraid.js></x<script src=", "<script ", "<script>", "<!--", "<", "<b a=", "<b \"",
        "<script></script",
        "<script src=mraid.js></script>",
    ])
    func `hostile markup is scanned in linear time`(unit: String) throws {
        let part = String(repeating: unit, count: 2_048 / unit.utf8.count)
        let whole = String(repeating: part, count: 8)
        let growth = try ProcessorTime.growth {
            _ = try sandbox.page(for: part, bootstrap: bootstrap)
        } to: {
            _ = try sandbox.page(for: whole, bootstrap: bootstrap)
        }
        #expect(growth < 25)
    }

    /// ADS-072: an ad may do what a web page may do, over encrypted connections.
    @Test func `the policy lets an ad load from the web over https and make its own parts`() {
        #expect(
            sandbox.contentSecurityPolicy == """
                default-src 'none'; script-src https: blob: data: 'unsafe-inline' 'unsafe-eval'; \
                style-src https: 'unsafe-inline'; img-src https: data: blob:; media-src https: data: blob:; \
                font-src https: data:; connect-src https: wss: blob: data:; frame-src https: blob: data:; \
                worker-src https: blob: data:; base-uri https:; form-action https:; object-src 'none'; webrtc 'block'
                """)
        var configuration = Container.Configuration(placement: .inline, layout: Host.layout)
        configuration.links.allowsPlainHTTP = true
        var strict = Sandbox(for: configuration)
        strict.allowsEval = false
        #expect(strict.contentSecurityPolicy.contains("script-src https: http: blob: data: 'unsafe-inline';"))
        #expect(sandbox.frameTokens == ["allow-scripts", "allow-forms"])
    }
}

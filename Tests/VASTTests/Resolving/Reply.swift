@testable import VAST

/// The answer of a scripted address.
struct Reply: Sendable {
    var body = ""
    var failure: LoadFailure?
    /// The final address of the body, if it differs from the requested one.
    var redirect: String?
    var delay: Duration = .zero

    static func fails(_ failure: LoadFailure) -> Reply { Reply(failure: failure) }

    static func takes(_ delay: Duration, _ reply: Reply) -> Reply {
        var reply = reply
        reply.delay = delay
        return reply
    }

    static func redirects(to address: String, _ reply: Reply) -> Reply {
        var reply = reply
        reply.redirect = address
        return reply
    }
}

extension Reply: ExpressibleByStringLiteral {
    init(stringLiteral body: String) { self.init(body: body) }
}

/// A document with these ads; `error` is the name of its own Error address.
func vast(_ ads: String..., version: String = "4.2", error: String? = nil) -> Reply {
    let errors = error.map { "<Error>https://e.example/\($0)?c=[ERRORCODE]</Error>" } ?? ""
    return Reply(body: "<VAST version=\"\(version)\">\(errors)\(ads.joined())</VAST>")
}

/// A complete ad of ten seconds. Its id also names its impression and its Error address.
func inLine(
    _ id: String, _ attributes: String = "", parts: String = "",
    creative: String = "<Linear><Duration>00:00:10</Duration></Linear>"
) -> String {
    """
    <Ad id="\(id)" \(attributes)><InLine><AdSystem>\(id)</AdSystem><AdTitle>\(id)</AdTitle>\
    <Error>https://e.example/\(id)?c=[ERRORCODE]</Error><Impression>https://i.example/\(id)</Impression>\
    \(parts)<Creatives><Creative>\(creative)</Creative></Creatives></InLine></Ad>
    """
}

/// A wrapper; `to` is the name of a scripted address, or a whole address.
func wrapper(
    _ id: String, to next: String, _ attributes: String = "", ad: String = "", parts: String = ""
) -> String {
    let isAddress = next.isEmpty || next.contains { ":/?.[".contains($0) }
    return """
        <Ad id="\(id)" \(ad)><Wrapper \(attributes)><AdSystem>\(id)</AdSystem>\
        <VASTAdTagURI><![CDATA[\(isAddress ? next : "https://a.example/" + next)]]></VASTAdTagURI>\
        <Error>https://e.example/\(id)?c=[ERRORCODE]</Error><Impression>https://i.example/\(id)</Impression>\
        \(parts)</Wrapper></Ad>
        """
}

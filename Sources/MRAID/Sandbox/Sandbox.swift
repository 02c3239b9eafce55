/// How an ad's markup becomes a page that can do no more than an ad needs.
public struct Sandbox: Sendable, Hashable {
    /// Whether the page may load over `http` besides `https`.
    public var allowsPlainHTTP = false
    /// Whether the page may call `eval`, as ads that come in templates do.
    public var allowsEval = true
    /// The largest creative in bytes of UTF-8.
    public var creativeBytes = 1_048_576

    /// The policy that the library proposes.
    public init() {}

    /// The `sandbox` attribute of a frame that holds an ad. Without `allow-same-origin` the ad is a stranger to its host, and
    /// without `allow-top-navigation` and `allow-popups` it leaves only through the container.
    public var frameTokens: [String] { ["allow-scripts"] }

    /// The header `Content-Security-Policy` of the ad's page, or a meta element where there is no header.
    public var contentSecurityPolicy: String {
        let web = allowsPlainHTTP ? "https: http:" : "https:"
        return [
            "default-src 'none'",
            "script-src \(web) 'unsafe-inline'\(allowsEval ? " 'unsafe-eval'" : "")",
            "style-src \(web) 'unsafe-inline'",
            "img-src \(web) data: blob:",
            "media-src \(web) data: blob:",
            "font-src \(web) data:",
            "connect-src \(web)",
            "frame-src \(web)",
            "base-uri \(web)",
            "form-action 'none'",
            "object-src 'none'",
        ].joined(separator: "; ")
    }

    /// The page of a creative, with the bootstrap in front of everything that the ad brings.
    ///
    /// A fragment without `<html>`, `<head>` or a document type gets a page around it. In a whole document the bootstrap stands
    /// right after the document type: the parser opens the head for it and merges what the ad's own tags add. So nothing
    /// that the ad writes, not even a misleading comment, can come before it. The ad's own reference to `mraid.js` is
    /// taken out; a page without one works the same.
    public func page(for creative: String, bootstrap: Bootstrap) throws(MRAIDError) -> String {
        guard creative.utf8.count <= creativeBytes else {
            throw MRAIDError(.creativeTooLarge, "The creative is larger than \(creativeBytes) bytes")
        }
        let markup = Markup(creative)
        guard !markup.isBlank else { throw MRAIDError(.creativeEmpty, "The creative is empty") }
        let ad = markup.withoutReference
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(contentSecurityPolicy)\">"
        let front = "<meta charset=\"utf-8\">\(policy)\(bootstrap.element)"
        guard markup.isDocument else {
            return """
                <!DOCTYPE html><html><head>\(front)\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                <style>body { margin: 0 }</style></head><body>\(ad)</body></html>
                """
        }
        return Markup(ad).inserting(front)
    }

    /// Whether a request of the page is for `mraid.js`, wherever the ad expects it: answer it with an empty script, because
    /// the page has ours already.
    public static func isReference(toScript url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last?.lowercased() == "mraid.js"
    }
}

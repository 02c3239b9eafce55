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
    ///
    /// An ad that is served from an origin that is nobody else's may have `allow-same-origin` besides. It then has cookies,
    /// storage and frames of its own, as in a web view, and its navigations can be held.
    public var frameTokens: [String] { ["allow-scripts", "allow-forms"] }

    /// The header `Content-Security-Policy` of the ad's page, or a meta element where there is no header.
    ///
    /// An ad may do what a page on the web does, but load plug-ins or use what is not encrypted. What it makes by itself, a blob
    /// or a data URL, may be a script, a worker or a frame, since these inherit the policy. `webrtc` is for the browsers
    /// that know it; `mraid.js` closes WebRTC in the others.
    public var contentSecurityPolicy: String {
        let web = allowsPlainHTTP ? "https: http:" : "https:"
        return [
            "default-src 'none'",
            "script-src \(web) blob: data: 'unsafe-inline'\(allowsEval ? " 'unsafe-eval'" : "")",
            "style-src \(web) 'unsafe-inline'",
            "img-src \(web) data: blob:",
            "media-src \(web) data: blob:",
            "font-src \(web) data:",
            "connect-src \(web) \(allowsPlainHTTP ? "wss: ws:" : "wss:") blob: data:",
            "frame-src \(web) blob: data:",
            "worker-src \(web) blob: data:",
            "base-uri \(web)",
            "form-action \(web)",
            "object-src 'none'",
            "webrtc 'block'",
        ].joined(separator: "; ")
    }

    /// The page of a creative, with the bootstrap in front of everything that the ad brings.
    ///
    /// A fragment without `<html>`, `<head>`, `<body>` or a document type gets a page around it, without a document type:
    /// fragments are written for that, and rely on `height: 100%` of their own elements. In a whole document the bootstrap stands
    /// right after the document type: the parser opens the head for it and merges what the ad's own tags add. So nothing
    /// that the ad writes, not even a misleading comment, can come before it. The ad's own reference to `mraid.js` is
    /// taken out; a page without one works the same.
    public func page(for creative: String, bootstrap: Bootstrap) throws(MRAIDError) -> String {
        guard creative.utf8.count <= creativeBytes else {
            throw MRAIDError(.creativeTooLarge, "The creative is larger than \(creativeBytes) bytes")
        }
        let markup = Markup(creative)
        guard !markup.isBlank else { throw MRAIDError(.creativeEmpty, "The creative is empty") }
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(contentSecurityPolicy)\">"
        let front = "<meta charset=\"utf-8\">\(policy)\(bootstrap.element)"
        guard markup.isDocument else {
            return """
                <html><head>\(front)\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                <style>body { margin: 0 }</style></head><body>\(markup.withoutReferences)</body></html>
                """
        }
        return markup.inserting(front)
    }

    /// Whether a request of the page is for `mraid.js`, wherever the ad expects it: answer it with an empty script, because
    /// the page has ours already.
    public static func isReference(toScript url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last?.lowercased() == "mraid.js"
    }
}

extension Sandbox {
    /// A sandbox that lets the ad load from where it may lead to: over plain `http` when ``Container/Configuration/links`` does.
    public init(for configuration: Container.Configuration) {
        allowsPlainHTTP = configuration.links.allowsPlainHTTP
    }
}

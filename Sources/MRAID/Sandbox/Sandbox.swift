/// Turns an ad's markup into a page with no more rights than an ad needs.
public struct Sandbox: Sendable, Hashable {
    /// Whether the page may load over `http` as well as `https`.
    public var allowsPlainHTTP = false
    /// Whether the page may call `eval`, which ads built from templates do.
    public var allowsEval = true
    /// The largest creative in bytes of UTF-8.
    public var creativeBytes = 1_048_576

    /// The defaults that the library recommends.
    public init() {}

    /// The `sandbox` attribute of a frame that holds an ad. Without `allow-same-origin` the ad has no access to its
    /// host, and without `allow-top-navigation` and `allow-popups` it can open other pages only through the container.
    ///
    /// If no other page has the ad's origin, add `allow-same-origin`. The ad then has cookies, storage and frames of
    /// its own, as in a web view, and its navigations can be intercepted.
    public var frameTokens: [String] { ["allow-scripts", "allow-forms"] }

    /// The `Content-Security-Policy` header of the ad's page. Use a meta element if there is no header.
    ///
    /// An ad may do what a web page does, except for plug-ins and unencrypted requests. A blob or data URL that the ad
    /// creates may be a script, a worker or a frame, because these inherit the policy. Only some browsers know
    /// `webrtc`; `mraid.js` closes WebRTC in the others.
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

    /// Writes the page of a creative, with the bootstrap before everything that the ad contains.
    ///
    /// A fragment without `<html>`, `<head>`, `<body>` or a document type is put into a page without a document type.
    /// Fragments are written for such pages and rely on `height: 100%` of their own elements. In a whole document the
    /// bootstrap follows the document type: the parser opens the head for it and merges the ad's own tags. So nothing
    /// in the ad, not even a misleading comment, can come first. The ad's own reference to `mraid.js` is removed; a
    /// page without a reference works the same way.
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

    /// Whether a request of the page is for `mraid.js`, at any address. Answer it with an empty script, because the
    /// page already has the library's own.
    public static func isReference(toScript url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last?.lowercased() == "mraid.js"
    }
}

extension Sandbox {
    /// Allows plain `http` if ``Container/Configuration/links`` does, so that the ad may load from the addresses that
    /// it may open.
    public init(for configuration: Container.Configuration) {
        allowsPlainHTTP = configuration.links.allowsPlainHTTP
    }
}

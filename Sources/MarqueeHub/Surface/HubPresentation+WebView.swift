public import Foundation
import MarqueeCore
import MarqueeWire

/// What a surface with a web view asks, so that it needs no rule of its own.
extension HubPresentation {
    /// Answers a request that a web view makes in the release's scheme.
    /// - Parameters:
    ///   - request: what is asked for.
    ///   - range: the request's `Range` header.
    ///   - script: what the surface puts into pages.
    public func answer(_ request: ResourceRequest, range: String? = nil, script: PageScript? = nil) -> WebAnswer {
        let answer = resource(for: request)
        guard let script, request.purpose == .page, case .content(_, let mediaType, let headers) = answer,
            let page = state.withLock({ $0.visit?.page })
        else { return WebAnswer(answer, range: range) }
        return WebAnswer(.content(page.html(with: script), mediaType: mediaType, headers: headers), range: nil)
    }

    /// Whether a web view may go somewhere by itself: to the page that it shows, and to anchors in it.
    ///
    /// What a page's main frame goes to otherwise is handled as a tapped link; a frame in a page gets what the garden lets
    /// pages embed.
    /// - Parameters:
    ///   - url: where to.
    ///   - isMainFrame: `false` for a frame inside of the page.
    ///   - page: what the surface shows or is about to.
    public func allowsNavigation(to url: URL, isMainFrame: Bool, showing page: HubPage?) -> Bool {
        guard isMainFrame else { return resource(for: ResourceRequest(url, purpose: .frame)) == .network }
        if let page, (try? ContentURI(url.absoluteString)) == page.uri { return true }
        linkActivated(url)
        return false
    }

    /// The surface cannot show the page: the hub shows an error view in its place, as if there were no content.
    /// - Parameters:
    ///   - id: the visit; reports about an earlier one are ignored.
    ///   - reason: for the log.
    public func pageFailed(_ id: HubPage.ID, _ reason: String) {
        guard state.withLock({ $0.queue != nil && $0.visit?.page.id == id }) else { return }
        failed(HubError(.invalidOperation, "the page cannot be rendered: \(reason)"))
    }

    /// What a web view of WebKit has to let through and to block, by the rules of this moment.
    public var contentRules: ContentRules { ContentRules(gate: context.gate()) }
}

extension HubPage {
    /// Where a web view finds the page: its URI, and the visit as a query, which is no part of the name.
    public var address: URL? { URL(string: "\(uri)?visit=\(id)") }
}

extension ResourceRequest {
    /// Something that a web view asks for while it shows the document at `document`.
    public init(_ url: URL, document: URL?) {
        func name(_ url: URL) -> Substring { url.absoluteString.prefix { $0 != "#" } }
        self.init(url, purpose: document.map(name) == name(url) ? .page : .resource)
    }
}

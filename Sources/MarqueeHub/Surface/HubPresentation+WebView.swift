public import Foundation
import MarqueeCore
import MarqueeWire

/// Decisions for a surface with a web view, so that the surface needs no rules of its own.
extension HubPresentation {
    /// Answers a web view's request for a URL with the release's scheme.
    /// - Parameters:
    ///   - request: the request of the web view.
    ///   - range: the request's `Range` header.
    ///   - script: the script that the surface adds to pages.
    public func answer(_ request: ResourceRequest, range: String? = nil, script: PageScript? = nil) -> WebAnswer {
        let answer = resource(for: request)
        guard let script, request.purpose == .page, case .content(_, let mediaType, let headers) = answer,
            let page = state.withLock({ $0.visit?.page })
        else { return WebAnswer(answer, range: range) }
        return WebAnswer(.content(page.html(with: script), mediaType: mediaType, headers: headers), range: nil)
    }

    /// Whether a web view may navigate to an address itself. The main frame may go to the current page and to anchors
    /// in it.
    ///
    /// Any other address of the main frame is handled as a tapped link. A frame in a page may go to the addresses that
    /// pages may embed.
    /// - Parameters:
    ///   - url: the address.
    ///   - isMainFrame: `false` for a frame in the page.
    ///   - page: the page that the surface shows or loads.
    public func allowsNavigation(to url: URL, isMainFrame: Bool, showing page: HubPage?) -> Bool {
        guard isMainFrame else { return resource(for: ResourceRequest(url, purpose: .frame)) == .network }
        if let page, (try? ContentURI(url.absoluteString)) == page.uri { return true }
        linkActivated(url)
        return false
    }

    /// The surface cannot show the page. The hub then shows the error view, as for missing content.
    /// - Parameters:
    ///   - id: the visit; a report about an earlier visit is ignored.
    ///   - reason: the reason, for the log.
    public func pageFailed(_ id: HubPage.ID, _ reason: String) {
        guard state.withLock({ $0.queue != nil && $0.visit?.page.id == id }) else { return }
        failed(HubError(.invalidOperation, "the page cannot be rendered: \(reason)"))
    }

    /// The content rules for a web view of WebKit, from the current rules of the hub.
    public var contentRules: ContentRules { ContentRules(gate: context.gate()) }
}

extension HubPage {
    /// The address that a web view loads: the page's URI with the visit as a query. The query is not part of the URI.
    public var address: URL? { URL(string: "\(uri)?visit=\(id)") }
}

extension ResourceRequest {
    /// Describes a request that a web view makes while it shows the document at `document`.
    public init(_ url: URL, document: URL?) {
        func name(_ url: URL) -> Substring { url.absoluteString.prefix { $0 != "#" } }
        self.init(url, purpose: document.map(name) == name(url) ? .page : .resource)
    }
}

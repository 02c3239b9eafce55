public import Foundation
import MarqueeCore
import MarqueeWire

/// What a surface answers to a page's request for a file.
public struct UnitResponse: Sendable, Hashable {
    /// 200, or 404 for a file that is not the unit's or cannot be had.
    public let status: Int
    /// The type of the file and the page's policy.
    public let headers: [String: String]
    /// Empty with the status 404.
    public let body: Data

    init(_ file: UnitFile?, on page: UnitPage) {
        status = file == nil ? 404 : 200
        body = file?.body ?? Data()
        var headers = [
            "Content-Security-Policy": UnitPolicy.contentSecurityPolicy(images: page.imageSource),
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
            "Content-Length": String(body.count),
        ]
        // Templates are UTF-8, as everything that placements send.
        headers["Content-Type"] = file.map { $0.type.hasPrefix("text/") ? "\($0.type); charset=utf-8" : $0.type }
        self.headers = headers
    }
}

/// What the web view of a page asks.
extension PlacementRequest {
    /// The answer to a request of a page's web view. Only the unit's own files are answered with their bytes. Without its
    /// template the unit has failed: a web view would show an empty page for it.
    public func response(to served: URL, of page: UnitPage) async -> UnitResponse {
        guard let source = page.source(of: served) else { return UnitResponse(nil, on: page) }
        let file = await file(source, view: page.view)
        if file == nil, !Task.isCancelled, served.absoluteString == page.address.absoluteString {
            templateFailed(view: page.view, reason: "the template cannot be had")
        }
        return UnitResponse(file, on: page)
    }

    /// Whether a page's web view may go to an address: to its own template alone. Addresses of commands are carried out.
    public func allowsNavigation(to url: URL, isMainFrame: Bool, of page: UnitPage) -> Bool {
        if url.scheme == BridgeMessage.scheme {
            guard allowsMessage(bytes: url.absoluteString.utf8.count) else { return false }
            if let message = try? BridgeMessage(url) { carryOut(message, view: page.view) }
            return false
        }
        return isMainFrame && url == page.address
    }

    /// A page sent a message over the web view's channel. Anything but a text of a known command is ignored, and counts
    /// for the templates' budget all the same.
    public func received(_ message: Any, of page: UnitPage) {
        let text = message as? String
        guard allowsMessage(bytes: text?.utf8.count ?? 0), let text, text.utf8.count <= BridgeMessage.maximumSize,
            let message = try? BridgeMessage(Data(text.utf8))
        else { return }
        carryOut(message, view: page.view)
    }

    /// The template's function for answers failed. A template that refuses its data cannot be shown.
    public func answerFailed(_ answer: BridgeAnswer, view: Int, reason: String) {
        guard answer.isContext else {
            return parts.log(.error, .debug, "a template of \(placement) refused an answer: \(reason)")
        }
        templateFailed(view: view, reason: "the template refused its data: \(reason)")
    }
}

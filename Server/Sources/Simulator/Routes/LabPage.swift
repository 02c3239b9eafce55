import Foundation
import Hummingbird
import Web

/// A page of the lab: it runs only its own scripts and frames only the content's origin.
enum LabPage {
    static let assets = BundledAssets(
        [
            "lab.css", "lab.js", "phone.js", "feed.js", "logo.svg", "ads.css", "ads.js", "asks.js", "call.js",
            "frames.js", "places.js", "stage.js",
        ], in: "Assets", of: .module)

    /// - Parameter frames: further origins that the page may frame.
    static func make(_ name: String, _ contentOrigin: String, frames: String? = nil) throws -> Response {
        guard let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil) else {
            throw LabError(.noContent, "the lab's pages are not beside the program")
        }
        let html = try String(contentsOf: url, encoding: .utf8).replacing("{{content-origin}}", with: contentOrigin)
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
            frame-src \([contentOrigin, frames].compactMap(\.self).joined(separator: " ")); form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        var response = Response.page(html, policy: policy)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}

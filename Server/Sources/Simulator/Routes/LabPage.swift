import Foundation
import Hummingbird
import Web

/// A page of the lab: it runs only its own scripts and frames only the content's origin.
enum LabPage {
    static let assets = BundledAssets(
        [
            "lab.css", "lab.js", "phone.js", "home.js", "hub-screen.js", "feed.js", "tabs.js", "drawing.js", "logo.svg",
            "ads.css", "ads.js", "asks.js", "call.js", "frames.js", "places.js", "stage.js",
            "game-screen.js", "unit-screen.js", "placements.css",
        ], in: "Assets", of: .module)
    /// The scripts of the wings, by the wings' ids.
    static let wingScripts = BundledAssets(LabWings.all.map { "\($0.id).js" }, in: "Assets/Wings", of: .module)

    /// The page with the phone, with a tab for each wing.
    static func lab(_ wings: [any LabWing], _ contentOrigin: String) throws -> Response {
        let tabs = wings.map { wing in
            """
            <button role="tab" type="button" id="tab-\(wing.id)" data-wing="\(wing.id)" \
            aria-controls="wing-\(wing.id)">\(wing.title)</button>
            """
        }
        let panels = try wings.map { wing in
            """
            <div role="tabpanel" class="wing" id="wing-\(wing.id)" data-wing="\(wing.id)" \
            aria-labelledby="tab-\(wing.id)">
            \(try text("Wings/\(wing.id).html"))</div>
            """
        }
        return try make(
            "lab.html", contentOrigin,
            parts: ["wing-tabs": tabs.joined(separator: "\n"), "wing-panels": panels.joined(separator: "\n")])
    }

    /// - Parameters:
    ///   - frames: further origins that the page may frame.
    ///   - parts: markup by the name of its place in the page.
    static func make(
        _ name: String, _ contentOrigin: String, frames: String? = nil, parts: [String: String] = [:]
    ) throws -> Response {
        let places = parts.merging(["content-origin": contentOrigin]) { first, _ in first }
        let html = places.reduce(try text(name)) { html, part in html.replacing("{{\(part.key)}}", with: part.value) }
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
            frame-src \([contentOrigin, frames].compactMap(\.self).joined(separator: " ")); form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        var response = Response.page(html, policy: policy)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    private static func text(_ name: String) throws -> String {
        guard let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil) else {
            throw LabError(.noContent, "the lab's pages are not beside the program")
        }
        return try String(contentsOf: url, encoding: .utf8)
    }
}

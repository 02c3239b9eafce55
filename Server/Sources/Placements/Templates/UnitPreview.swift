import Foundation
package import Hummingbird
import MarqueeWire
package import PlatformStore
import Web

/// A unit as its template draws it, for people who edit it: nothing is counted, and its buttons lead nowhere.
package struct UnitPreview: Sendable {
    private let templates: UnitTemplates
    private let pictures: PictureFiles

    package init(_ templates: UnitTemplates, pictures: PictureFiles) {
        (self.templates, self.pictures) = (templates, pictures)
    }

    /// A page for a frame. Its origin is its own, whatever address it has.
    package func response(_ unit: ContentUnitRecord) async throws -> Response {
        .page(html(try await pictures.embedding(unit)), policy: policy(of: unit.kind))
    }

    func html(_ unit: ContentUnitRecord) -> String {
        // The content is a text of the page, where "</script>" would end it.
        let content = String(decoding: JSONValue.record(Self.content(unit)).bytes, as: UTF8.self)
            .replacing("<", with: "\\u003c")
        return templates.html(
            data: "<script type=\"application/json\" id=\"content\">\(content)</script>",
            scripts: scripts(of: unit.kind))
    }

    func policy(of kind: ContentUnitRecord.Kind) -> String {
        "sandbox allow-scripts; \(templates.policy(scripts: scripts(of: kind))); frame-ancestors 'self'"
    }

    private func scripts(of kind: ContentUnitRecord.Kind) -> [String] {
        [templates.answering, templates.script(of: kind)]
    }

    private static func content(_ unit: ContentUnitRecord) -> [String: JSONValue] {
        var content = PreparedUnit.templateMembers(of: unit)
        // A picture that leads somewhere is a button.
        if unit.document["url"] != nil { content["touch_dispatch"] = .record([:]) }
        if let items = unit.document["items"]?.list {
            content["items"] = .list(items.filter { $0["excluded"]?.truth != true })
        }
        return content
    }
}

import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Placements

/// Units as their editors see them before anybody else does (PLC-006).
@Suite struct UnitPreviewTests {
    @Test func `text of a unit cannot leave its place, and games that are left out are not drawn`() async throws {
        let platform = try await Platform.open(
            at: FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID().uuidString)"), passwordCost: 4)
        defer { try? FileManager.default.removeItem(at: platform.folder) }
        let unit = ContentUnitRecord(
            app: "demo", id: "u", name: "u", kind: .moreGames,
            document: UnitDocument([
                "title": .text("</script><img src=x onerror=alert(1)>"),
                "items": .list([
                    .record(["title": .text("Shown")]), .record(["title": .text("Hidden"), "excluded": .truth(true)]),
                ]),
            ]))
        let preview = UnitPreview(try UnitTemplates(), pictures: PictureFiles(platform))
        let (text, policy) = (preview.html(unit), preview.policy(of: .moreGames))
        #expect(text.contains("\\u003cimg") && !text.contains("<img"))
        #expect(text.contains("Shown") && !text.contains("Hidden"))
        #expect(policy.hasPrefix("sandbox allow-scripts; default-src 'none'"))
        #expect(policy.contains("img-src http: https: data:"))
        #expect(policy.contains("frame-ancestors 'self'") && !policy.contains("unsafe"))
    }
}

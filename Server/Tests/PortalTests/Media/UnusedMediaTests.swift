import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// Deleting the files that nothing shows.
@Suite struct UnusedMediaTests {
    private static func add(
        _ name: String, _ portal: TestPortal, kind: MediaRecord.Kind = .picture, poster: String? = nil
    )
        async throws
    {
        let object = try await portal.platform.objects.put(Data(name.utf8))
        let media = MediaRecord(
            app: TestPortal.app, hub: "news", name: name, kind: kind, variants: .init(page: "page-\(name)"),
            companions: .init(poster: poster),
            origin: .init(fileName: "My \(name)", digest: name, madeBy: "a", stored: portal.clock.now))
        let assets = [name, "page-\(name)"].map {
            AssetRecord(app: TestPortal.app, hub: "news", name: $0, mediaType: "image/png", object: object)
        }
        _ = try await portal.platform.media.save(media, assets: assets, expectedVersion: 0, by: "a")
    }

    /// A library in which one way of use after another keeps a file; `old-a.png` and `old-b.png` have none.
    private static func filled() async throws -> TestPortal {
        let portal = try await TestPortal()
        for name in ["saved.png", "live.png", "variant.png", "poster.png", "style.png", "old-a.png", "old-b.png"] {
            try await add(name, portal)
        }
        try await add("film.mp4", portal, kind: .video, poster: "poster.png")
        try await portal.article("One", body: "See ![](saved.png) and film.mp4.")
        try await portal.article("Two", body: "![](../assets/page-variant.png) but not_old-a.png or old-a.pngs")
        let changed = try await portal.article("Three", body: "![](live.png)")
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
        var edited = changed
        edited.content.body = "No picture"
        _ = try await portal.platform.content.update(edited, expectedVersion: 1, by: "Ann")
        _ = try await portal.platform.templates.save(
            "body { background: url(style.png) }", name: "style.css", app: TestPortal.app, expectedVersion: 0, by: "Ann"
        )
        portal.clock.advance(by: .seconds(86_401))
        try await add("young.png", portal)
        return portal
    }

    @Test func `only old files that nothing shows are offered, and the ticked ones go`() async throws {
        let portal = try await Self.filled()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/media").text.contains("href=\"/portal/media/unused\""))
            let page = try await browser.get("/portal/media/unused")
            #expect(page.values("take") == ["zbimdb://news/assets/old-a.png", "zbimdb://news/assets/old-b.png"])
            #expect(page.text.contains("This cannot be undone.") && page.text.contains("My old-a.png"))
            let done = try await browser.post("/portal/media/unused", ["take": "zbimdb://news/assets/old-a.png"])
            #expect(try await browser.get(done.location).text.contains("1 file is deleted."))
            let names = try await portal.platform.media.files(app: TestPortal.app).map(\.asset.name)
            #expect(!names.contains("old-a.png") && names.contains("old-b.png") && names.count == 8)
            #expect(try await portal.platform.content.assets(hub: "news", app: TestPortal.app).count == 16)
            let audit = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 1)
            #expect(audit.first?.action == "media.delete" && audit.first?.subject == "zbimdb://news/assets/old-a.png")
        }
    }

    @Test func `a file that an article shows by now stays`() async throws {
        let portal = try await Self.filled()
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/media/unused")
            try await portal.article("Late", body: "![](old-b.png)")
            for (name, words) in [
                ("old-b.png", "0 files are deleted. 1 file stays"), ("saved.png", "1 file stays"),
                ("gone.png", "1 file stays"),
            ] {
                let done = try await browser.post("/portal/media/unused", ["take": "zbimdb://news/assets/\(name)"])
                #expect(try await browser.get(done.location).text.contains(words), "\(name)")
            }
            let none = try await browser.post("/portal/media/unused")
            #expect(try await browser.get(none.location).text.contains("no file was ticked"))
            #expect(try await portal.platform.media.files(app: TestPortal.app).count == 9)
        }
    }
}

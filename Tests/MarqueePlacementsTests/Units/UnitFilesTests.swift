import Foundation
import GRDB
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Templates and images on disk (PLC-029, PLC-030, PLC-036), and what a template may load (PLC-130).
struct UnitFilesTests {
    private static let unit: JSONValue = .record([
        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
        "context": .record([
            "content": .record([
                "image": .record([
                    "PH_PORTRAIT": .record(["url": .text("https://media.example/a.png"), "w": .integer(3)])
                ]),
                "items": .list([.record(["image": .record(["url": .text("https://media.example/b.png")])])]),
                "button_dispatch": .record(["url": .text("https://media.example/secret")]),
            ])
        ]),
    ])

    /// The answer to an open, with a list of templates.
    private static func list(_ paths: String...) -> JSONValue {
        .record([
            "session": .text("s1"), "precache": .list(paths.map { .text("https://media.example\($0)") }),
        ])
    }

    private static func phone() throws -> PlacementPhone {
        let phone = try PlacementPhone(PlacementServer { _ in .success(unit) })
        phone.server.files.withLock {
            $0 = [
                "/unit.html": "<p>unit</p>", "/a.png": "a", "/b.png": "b", "/secret": "s", "/t.html": "<p>t</p>",
                "/new.html": "<p>new</p>",
            ]
        }
        return phone
    }

    /// The addresses of files that were asked for.
    private static func asked(_ phone: PlacementPhone) -> [String] {
        phone.server.transport.requests.filter { $0.url.host() == "media.example" }.map { $0.url.path() }
    }

    private static func url(_ path: String) throws -> URL { try #require(URL(string: "https://media.example" + path)) }

    @Test func `a preloaded unit is shown without any network`() async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        #expect(Self.asked(phone) == ["/unit.html", "/a.png", "/b.png"])
        phone.server.files.withLock { $0 = [:] }
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let request = try #require(surface.request)
        #expect(
            await request.file(try Self.url("/unit.html"), view: 1)
                == UnitFile(type: "text/html", body: Data("<p>unit</p>".utf8)))
        #expect(await request.file(try Self.url("/b.png#x"), view: 1) == nil)
        #expect(await request.file(try Self.url("/b.png"), view: 1)?.body == Data("b".utf8))
        #expect(await request.file(try Self.url("/secret"), view: 1) == nil)
        #expect(await request.file(try Self.url("/unit.html"), view: 2) == nil)
        #expect(Self.asked(phone).count == 3)
        request.cancel()
        _ = await shown.value
        await app.close()
    }

    // PLC-036, PLC-038
    @Test func `a preload without its template fails, and the next one asks the server`() async throws {
        let phone = try Self.phone()
        phone.server.files.withLock { $0["/unit.html"] = nil }
        let app = try phone.start()
        let error = await #expect(throws: PlacementError.self) { try await app.placements.request("p").preload() }
        #expect(error?.code == .templateFailed)
        #expect(Self.asked(phone) == ["/unit.html"])
        phone.server.files.withLock { $0["/unit.html"] = "<p>unit</p>" }
        #expect(try await app.placements.request("p").preload())
        #expect(phone.server.requests.count == 2)
        await app.close()
    }

    // PLC-036
    @Test func `images that need all the room do not take the template's`() async throws {
        let addresses = (0..<12).map { "https://media.example/\($0).png" }
        let images = addresses.map { JSONValue.record(["image": .record(["url": .text($0)])]) }
        let phone = try PlacementPhone(
            PlacementServer { _ in
                .success(
                    .record([
                        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
                        "frame": .text("PH_FULLSCREEN"), "context": .record(["items": .list(images)]),
                    ]))
            })
        let large = String(repeating: "x", count: 1_024 * 1_024)
        phone.server.files.withLock { files in for number in 0..<12 { files["/\(number).png"] = large } }
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        #expect(Self.asked(phone).count > 12, "every image was asked for")
        phone.server.files.withLock { $0 = [:] }
        #expect(await app.files.file(try Self.url("/unit.html"))?.body == Data("<p>unit</p>".utf8))
        await app.close()
    }

    // PLC-049, PLC-051
    @Test func `a unit whose template cannot be had fails at once, and one without an image does not`() async throws {
        let phone = try Self.phone()
        phone.server.files.withLock { $0 = [:] }
        let app = try phone.start()
        let surface = RecordingPlacementSurface(loads: false)
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let request = try #require(surface.request)
        let unit = try #require(ContentUnit(Self.unit))
        let page = try #require(UnitPage(unit, view: 1))
        let host = try #require(page.address.host())
        let image = try #require(URL(string: "marquee-unit://\(host)/https/media.example/a.png"))
        #expect(await request.response(to: image, of: page).status == 404)
        #expect(!request.isEnded)
        #expect(await request.response(to: page.address, of: page).status == 404)
        guard case .failed(let error) = await shown.value else { Issue.record("the unit was shown"); return }
        #expect(error.code == .templateFailed)
        await app.close()
    }

    @Test func `templates of an open are stored once, and a damaged one is asked for again`() async throws {
        let phone = try Self.phone()
        phone.server.set { _ in
            .success(.record(["precache": .list([.text("https://media.example/t.html"), .integer(3), .text("")])]))
        }
        let app = try phone.start()
        try await app.placements.open()
        #expect(await eventually { Self.asked(phone) == ["/t.html"] })
        let folder = phone.folder.url.appending(path: "placements")
        // Under its own name, and not that of a file that is being written.
        @Sendable func stored() -> [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names?.filter { !$0.hasPrefix(".") } ?? []
        }
        #expect(await eventually { stored().count == 1 })
        let place = folder.appending(path: try #require(stored().first))
        @Sendable func mode() -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: place.path))?[.posixPermissions] as? Int
        }
        #expect(await eventually { mode() == 0o600 })
        phone.server.set { _ in .success(Self.list("/t.html", "/new.html")) }
        try await app.placements.open()
        // The list is read in its order: when the new template is asked for, the old one is done.
        #expect(await eventually { Self.asked(phone).count >= 2 })
        let files = app.files
        #expect(await files.file(try Self.url("/t.html"))?.type == "text/html")
        #expect(await files.file(try Self.url("/new.html")) != nil)
        #expect(Self.asked(phone) == ["/t.html", "/new.html"])
        var bytes = try Data(contentsOf: place)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: place)
        #expect(await files.file(try Self.url("/t.html"))?.body == Data("<p>t</p>".utf8))
        #expect(Self.asked(phone) == ["/t.html", "/new.html", "/t.html"])
        await app.close()
    }

    /// Asks for a file in a task, and returns when that has begun.
    private static func ask(_ files: UnitFiles, _ url: URL) async -> Task<UnitFile?, Never> {
        let hasBegun = Locked(false)
        let task = Task {
            hasBegun.withLock { $0 = true }
            return await files.file(url)
        }
        while !hasBegun.withLock({ $0 }) { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
        return task
    }

    @Test func `a file that several units need at once is fetched once`() async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        phone.server.holdsFiles.withLock { $0 = true }
        var tasks: [Task<UnitFile?, Never>] = []
        for path in ["/a.png", "/a.png#x", "/b.png"] { tasks.append(await Self.ask(app.files, try Self.url(path))) }
        #expect(await eventually { Self.asked(phone).count >= 2 })
        phone.server.holdsFiles.withLock { $0 = false }
        for (task, body) in zip(tasks, ["a", "a", "b"]) { #expect(await task.value?.body == Data(body.utf8)) }
        #expect(Self.asked(phone).sorted() == ["/a.png", "/b.png"])
        await app.close()
    }

    // PLC-052
    @Test func `a fetch ends when the last of those who wait for it is cancelled`() async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        phone.server.holdsFiles.withLock { $0 = true }
        let url = try Self.url("/a.png")
        let (first, second) = (await Self.ask(app.files, url), await Self.ask(app.files, url))
        #expect(await eventually { !Self.asked(phone).isEmpty })
        first.cancel()
        for _ in 0..<1_000 { await Task.yield() }
        let third = await Self.ask(app.files, url)
        #expect(Self.asked(phone) == ["/a.png"])
        for task in [second, third] { task.cancel() }
        #expect(await third.value == nil)
        phone.server.holdsFiles.withLock { $0 = false }
        #expect(await app.files.file(url)?.body == Data("a".utf8))
        #expect(Self.asked(phone) == ["/a.png", "/a.png"])
        await app.close()
    }

    @Test func `a file that the table does not know is deleted`() async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        _ = await app.files.file(try Self.url("/t.html"))
        let folder = phone.folder.url.appending(path: "placements")
        try Data("half".utf8).write(to: folder.appending(path: "unknown"))
        app.files.deleteUnknown()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        #expect(await app.files.file(try Self.url("/t.html")) != nil)
        #expect(Self.asked(phone) == ["/t.html"])
        await app.close()
    }

    /// An open that fails although the server's answer has a list of templates.
    enum FailedOpen: CaseIterable {
        case unsigned, refused, unstored

        func prepare(_ phone: PlacementPhone, _ app: PlacementPhone.App) throws {
            let list = UnitFilesTests.list("/t.html")
            phone.server.set { _ in .success(list) }
            switch self {
            case .unsigned:
                phone.server.transport.script(
                    .success(TransportResponse(status: 200, body: PlacementAnswer.success(list).bytes)))
            case .refused: phone.server.error.withLock { $0 = "no" }
            case .unstored:
                try app.placements.state.write {
                    try $0.execute(
                        sql: "CREATE TEMP TRIGGER full BEFORE INSERT ON value BEGIN SELECT RAISE(ABORT, 'full'); END")
                }
            }
        }

        var code: PlacementError.Code {
            switch self {
            case .unsigned: .invalidDigest
            case .refused: .refused
            case .unstored: .storage
            }
        }
    }

    @Test(arguments: FailedOpen.allCases)
    func `after a failed open nothing is downloaded`(failure: FailedOpen) async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        try failure.prepare(phone, app)
        let error = await #expect(throws: PlacementError.self) { try await app.placements.open() }
        #expect(error?.code == failure.code)
        // A download would begin in the background.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(Self.asked(phone).isEmpty)
        await app.close()
    }

    @Test func `files that were not used for long go first`() async throws {
        let phone = try Self.phone()
        let app = try phone.start()
        let files = app.files
        let large = String(repeating: "x", count: UnitFiles.maximumFile - 100)
        phone.server.files.withLock { for number in 1...6 { $0["/\(number)"] = large } }
        for number in [1, 2, 3, 4, 1, 5, 6] {
            phone.clock.advance(by: .seconds(10))
            _ = await files.file(try Self.url("/\(number)"))
        }
        let before = Self.asked(phone).count
        _ = await files.file(try Self.url("/1"))
        #expect(Self.asked(phone).count == before)
        _ = await files.file(try Self.url("/2"))
        #expect(Self.asked(phone).count == before + 1)
        #expect((app.core.disk.usage()["placements"] ?? 0) <= UnitFiles.limit)
        await app.close()
    }

    @Test func `a template's policy lets nothing in from the network`() {
        let policy = UnitPolicy.contentSecurityPolicy(scheme: "marquee-unit")
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(policy.contains("img-src marquee-unit: data:;"))
        #expect(!policy.contains("http"))
        #expect(!policy.contains("connect-src"))
        #expect(policy.contains("frame-src ph:;"), "commands of older templates, which no web view loads")
    }
}

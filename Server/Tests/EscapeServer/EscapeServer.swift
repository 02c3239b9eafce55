import Foundation
import Logging
import Markup
import MarqueeServer
import MarqueeWire
import PlatformStore
import Publishing

/// A real server whose release is hostile: each article is one document, signed exactly as it was given.
///
/// Publishing would sanitise such articles away, so their documents stand where sanitised text is kept, as if the
/// sanitiser had let them through. Everything behind that is the product's own: signing, delivery, the SDK on the lab's
/// phones, the walled garden.
///
/// Usage: `EscapeServer CORPUS.json`, where the corpus is `{"style": "…", "pages": {"name": "<html>…"}}`. In pages
/// `{style}` stands for the address of the release's style sheet. Prints the addresses and the pages' URIs as one line
/// of JSON, and runs until SIGTERM.
@main
struct EscapeServer {
    struct Corpus: Decodable {
        let style: String
        let pages: [String: String]
    }

    struct Opened: Encodable {
        let lab: URL?
        let content: URL?
        let pages: [String: String]
    }

    static func main() async throws {
        let corpus = try JSONDecoder().decode(
            Corpus.self, from: Data(contentsOf: URL(filePath: CommandLine.arguments.dropFirst().first ?? "")))
        let folder = FileManager.default.temporaryDirectory.appending(path: "marquee-escape-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var logger = Logger(label: "escape")
        logger.logLevel = .error
        let configuration = try ServerConfiguration(flags: [
            .data: folder.path, .host: "127.0.0.1", .port: "0", .contentPort: "0", .lab: "open",
        ])
        let server = try await MarqueeServer(configuration: configuration, logger: logger)
        let pages = try await publish(corpus, on: server)
        try await server.run { addresses in
            let opened = Opened(lab: addresses.lab, content: addresses.content, pages: pages)
            let line = (try? JSONEncoder().encode(opened)) ?? Data()
            FileHandle.standardOutput.write(line + Data("\n".utf8))
        }
    }

    private static func publish(_ corpus: Corpus, on server: MarqueeServer) async throws -> [String: String] {
        let (app, who) = ("escape", "test")
        let platform = server.platform
        _ = try await platform.apps.create(app, name: "Escape", by: who)
        _ = try await server.publisher.keys.initialize(app: app, by: who)
        for (name, text) in [("article", "{{body}}"), ("page.css", corpus.style)] {
            _ = try await platform.templates.save(text, name: name, app: app, expectedVersion: 0, by: who)
        }
        let hub = try await platform.content.create(HubRecord(app: app, id: "escape", title: "Escape"), by: who)
        let channel = try await platform.content.create(
            ChannelRecord(app: app, hub: hub.id, id: "all", title: "All"), by: who)
        let hash = ObjectReference(of: Data(corpus.style.utf8)).sha256.hex.prefix(16)
        var pages: [String: String] = [:]
        for (name, html) in corpus.pages {
            let document = html.replacingOccurrences(of: "{style}", with: "../assets/page-\(hash).css")
            let article = try await platform.content.createArticle(
                ArticleContent(title: name, body: name), in: channel.uri, app: app, by: who)
            RenderCache.shared.keep(
                RenderCache.Page(body: HTML(verbatim: document)), RenderCache.Key(article.content),
                RenderCache.Answers())
            pages[name] = article.uri.description
        }
        _ = try await server.publisher.publish(try Scope(app: app), note: "hostile", by: who)
        return pages
    }
}

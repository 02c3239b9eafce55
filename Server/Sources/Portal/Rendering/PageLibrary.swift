import Foundation
import Mustache

/// The portal's pages, parsed once.
///
/// A page is a value with the members its template names; everything in it is escaped.
struct PageLibrary: Sendable {
    private static let loaded = Result { try PageLibrary() }

    private let library: MustacheLibrary

    /// The library of this process.
    static func shared() throws -> PageLibrary { try loaded.get() }

    /// - Throws: when a template of the bundle does not parse, which a test of every template finds before anybody else
    ///   does.
    init() throws {
        guard let folder = Bundle.module.url(forResource: "Pages", withExtension: nil) else {
            throw PortalError(.missingResource, "the portal's pages are not beside the program")
        }
        var library = MustacheLibrary()
        for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard url.pathExtension == "mustache" else { continue }
            try library.register(
                try String(contentsOf: url, encoding: .utf8), named: url.deletingPathExtension().lastPathComponent)
        }
        self.library = library
    }

    func render(_ page: some Sendable, as template: String) throws -> String {
        guard let text = library.render(page, withTemplate: template) else {
            throw PortalError(.missingResource, "there is no page \(template)")
        }
        return text
    }
}

import Foundation
import Markup

/// The portal's pages, parsed once.
///
/// A page is a value with the members its template names. Text in it is escaped; only ``HTML`` stands as it is.
struct PageLibrary: Sendable {
    private static let loaded = Result { try PageLibrary() }

    let library: TemplateLibrary

    var templates: [String: Template] { library.templates }

    /// The library of this process.
    static func shared() throws -> PageLibrary { try loaded.get() }

    /// - Throws: when a template of the bundle does not parse, which a test of every template finds before anybody else
    ///   does.
    init() throws {
        guard let folder = Bundle.module.url(forResource: "Pages", withExtension: nil) else {
            throw PortalError(.missingResource, "the portal's pages are not beside the program")
        }
        var templates: [Template] = []
        for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard url.pathExtension == "mustache" else { continue }
            let text = try String(contentsOf: url, encoding: .utf8)
            templates.append(try Template(text, name: url.deletingPathExtension().lastPathComponent))
        }
        library = try TemplateLibrary(templates)
    }

    func render(_ page: some Sendable, as template: String) throws -> String {
        try library.render(TemplateValue(reflecting: page), with: template)
    }
}

import Foundation
import MRAID

/// A sample creative from this target's resources: markup whose first comments describe it.
///
/// ```html
/// <!-- title: A banner that expands -->
/// <!-- placement: inline -->
/// ```
struct AdSample: Encodable, Sendable {
    let name: String
    let title: String
    let version: Container.Version
    let placement: Container.Placement
    let creative: String
    let second: String?

    /// All samples, in the order of their file names.
    static let all: [AdSample] = {
        let folder = Bundle.module.url(forResource: "Assets/Ads", withExtension: nil)
        let files = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        return (files ?? []).filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }.compactMap(
            AdSample.init)
    }()

    private init?(_ file: URL) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        // The markup below such a line is the page that the ad expands to.
        let parts = text.split(separator: "<!-- second page -->\n", maxSplits: 1)
        name = file.deletingPathExtension().lastPathComponent
        title = Self.note("title", in: text) ?? name
        version = Self.note("version", in: text).flatMap(Container.Version.init) ?? .v3
        placement = Self.note("placement", in: text).flatMap(Container.Placement.init) ?? .inline
        creative = parts.first.map(String.init) ?? text
        second = parts.count == 2 ? String(parts[1]) : nil
    }

    private static func note(_ name: String, in text: String) -> String? {
        let start = "<!-- \(name): "
        let line = text.split(separator: "\n").prefix(5).first { $0.hasPrefix(start) }
        return line.map { String($0.dropFirst(start.count).dropLast(" -->".count)) }
    }
}

public import Foundation
public import MarqueeWire

/// What a template may load and do. The surface puts the policy on every page that it loads for a unit.
public enum UnitPolicy {
    /// The deepest nesting in which images are looked for.
    private static let maximumDepth = 8

    /// The Content-Security-Policy of a template: its own scripts and styles, the unit's images, and nothing from the network.
    /// Frames are for commands: older templates open `ph:` addresses in them, which no web view loads.
    /// - Parameter scheme: the scheme under which the surface serves ``PlacementRequest/file(_:view:)``.
    public static func contentSecurityPolicy(scheme: String) -> String {
        contentSecurityPolicy(images: "\(scheme):")
    }

    static func contentSecurityPolicy(images source: String) -> String {
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src \(source) data:; "
            + "form-action 'none'; frame-src ph:; base-uri 'none'; sandbox allow-scripts"
    }

    /// The same as content rules of WebKit, which its web view enforces beside the policy: no request but for the page's files.
    /// - Parameter scheme: the scheme under which the surface serves files.
    public static func contentRules(scheme: String) -> String {
        #"[{"trigger":{"url-filter":".*"},"action":{"type":"block"}},"#
            + #"{"trigger":{"url-filter":"^\#(scheme)://"},"action":{"type":"ignore-previous-rules"}},"#
            + #"{"trigger":{"url-filter":"^data:","resource-type":["image"]},"action":{"type":"ignore-previous-rules"}}]"#
    }

    /// The images of a unit: those that the server lists, and those in the data of its template. At most
    /// ``MarqueeWire/ContentUnit/maximumImages``.
    public static func images(of unit: ContentUnit) -> [URL] {
        var found = unit.images
        collect(.record(unit.context), isImage: false, depth: 0, into: &found)
        return Array(found.prefix(ContentUnit.maximumImages))
    }

    /// Collects each `url` inside an `image`.
    private static func collect(_ value: JSONValue, isImage: Bool, depth: Int, into found: inout [URL]) {
        guard depth < maximumDepth, found.count < ContentUnit.maximumImages else { return }
        switch value {
        case .list(let values): for value in values { collect(value, isImage: isImage, depth: depth + 1, into: &found) }
        case .record(let members):
            if isImage, let url = members["url"]?.text.flatMap(URL.init(string:)),
                ["http", "https"].contains(url.scheme?.lowercased()), !found.contains(url)
            {
                found.append(url)
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                collect(value, isImage: isImage || name == "image", depth: depth + 1, into: &found)
            }
        default: break
        }
    }
}

internal import Foundation

/// The script that runs in a page before any script of the ad: the page's setup and `mraid.js`.
///
/// In WebKit, add ``script`` as a user script at document start, for the main frame only. Elsewhere, let ``Sandbox``
/// write it in front of the ad.
public struct Bootstrap: Sendable, Hashable {
    /// The whole script.
    public let script: String

    /// Creates the script for a page of the container.
    ///
    /// Only the first page of a 3.0 ad has `MRAID_ENV`.
    public init(_ container: Container, page: Container.Page, transport: Transport) throws(MRAIDError) {
        let configuration = container.configuration
        var setup: [String: ScriptValue] = [
            "version": .text(configuration.version.rawValue),
            "placement": .text(configuration.placement.rawValue),
            "transport": transport.value,
            "values": .record(container.values(for: page)),
        ]
        if configuration.version == .v3, page == .first { setup["environment"] = configuration.environment.value }
        guard let library = Self.library, let frame = Self.frame else {
            throw MRAIDError(.scriptMissing, "The scripts of MRAID are missing from its bundle")
        }
        let front = if case .parent = transport { frame } else { "" }
        script = "\(front)window.mraidSetup = \(ScriptValue.record(setup).json);\n\(library)"
    }

    /// The script as an HTML element, for the beginning of the ad's page.
    public var element: String { "<script>\(script)</script>" }

    /// The text of `mraid.js`, read once.
    static let library = resource("mraid")
    /// The additional script of a page that is shown in a frame.
    static let frame = resource("frame")

    private static func resource(_ name: String) -> String? {
        let url = Bundle.module.url(forResource: name, withExtension: "js")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }
}

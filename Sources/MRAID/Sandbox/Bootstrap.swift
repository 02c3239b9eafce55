internal import Foundation

/// The script that runs in a page before any of the ad's: the page's setup and `mraid.js`.
///
/// In WebKit, add ``script`` as a user script at document start, for the main frame alone. Elsewhere let ``Sandbox`` put
/// it in front of the ad.
public struct Bootstrap: Sendable, Hashable {
    /// The whole script.
    public let script: String

    /// The script for a page of the container.
    ///
    /// `MRAID_ENV` is for the first page of a 3.0 ad; neither 2.0 nor a second page has it.
    public init(_ container: Container, page: Page, transport: Transport) throws(MRAIDError) {
        let configuration = container.configuration
        var setup: [String: ScriptValue] = [
            "version": .text(configuration.version.rawValue),
            "placement": .text(configuration.placement.rawValue),
            "transport": transport.value,
            "values": .record(container.values(for: page)),
        ]
        if configuration.version == .v3, page == .first { setup["environment"] = configuration.environment.value }
        guard let library = Self.library else {
            throw MRAIDError(.scriptMissing, "The resource mraid.js is missing from the bundle of MRAID")
        }
        script = "window.mraidSetup = \(ScriptValue.record(setup).json);\n\(library)"
    }

    /// The script as an element to stand in front of the ad.
    public var element: String { "<script>\(script)</script>" }

    /// The text of `mraid.js`, read once.
    static let library: String? = {
        let url = Bundle.module.url(forResource: "mraid", withExtension: "js", subdirectory: "Resources")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }()
}

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
        guard let library = Self.library, let frame = Self.frame else {
            throw MRAIDError(.scriptMissing, "The scripts of MRAID are missing from its bundle")
        }
        let front = if case .parent = transport { frame } else { "" }
        script = "\(front)window.mraidSetup = \(ScriptValue.record(setup).json);\n\(library)"
    }

    /// The script as an element to stand in front of the ad.
    public var element: String { "<script>\(script)</script>" }

    /// The text of `mraid.js`, read once.
    static let library = resource("mraid")
    /// What a page needs besides when it is shown in a frame.
    static let frame = resource("frame")

    private static func resource(_ name: String) -> String? {
        let url = Bundle.module.url(forResource: name, withExtension: "js", subdirectory: "Resources")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }
}

public import Foundation
import MarqueeCore
import MarqueeWire

extension Hub {
    /// Whether pages may load resources from outside the release.
    ///
    /// The default is ``ContentSource/externalAllowed``, as in the ZBiM SDK. See ``makeStrict()``.
    public var contentSource: Hub.ContentSource {
        get { state.withLock { $0.gate.contentSource } }
        set { state.withLock { $0.gate.contentSource = newValue } }
    }

    /// Sets the rules of ZBiM 1.0: pages load only from the release.
    ///
    /// All exemptions and registered schemes are removed. The app can add new ones afterwards.
    public func makeStrict() {
        state.withLock { $0.gate = RequestGate(contentSource: .localOnly) }
    }

    /// Exempts exactly this URL, compared character for character.
    ///
    /// The URL opens as a link. To let pages embed resources, use ``whitelist(domain:)``.
    public func whitelist(_ url: URL) {
        state.withLock { $0.gate.whitelist(url) }
    }

    /// Exempts all URLs of exactly this host.
    public func whitelist(domain: String) {
        guard !state.withLock({ $0.gate.whitelist(domain: domain) }) else { return }
        core.log(.warning, .debug, "\(domain.quoted) is not a host name and is not whitelisted")
    }

    /// Passes links with this scheme to the app, until the app ends.
    ///
    /// Schemes with a fixed meaning, such as `http`, `file` and `javascript`, are refused and logged.
    public func register(scheme: String) {
        guard !state.withLock({ $0.gate.register(scheme: scheme) }) else { return }
        core.log(.warning, .debug, "\(scheme.quoted) cannot be a custom scheme")
    }

    /// The current rules.
    public var gate: RequestGate { state.withLock { $0.gate } }

    /// The colours of hubs presented from now on. The default is dark.
    public var colorScheme: Hub.ColorScheme {
        get { state.withLock { $0.colorScheme } }
        set { state.withLock { $0.colorScheme = newValue } }
    }

    /// Whether the controls of hubs presented from now on show the logo. The default is `true`.
    public var showsLogo: Bool {
        get { state.withLock { $0.showsLogo } }
        set { state.withLock { $0.showsLogo = newValue } }
    }

    /// The name of the part of the app that leads the person to the hub, for the metrics.
    ///
    /// The name applies to the next presentation only: every attempt to present clears it. An empty text or `nil` also
    /// clears it. At most 256 characters are kept. Control characters and combining marks without a base letter are
    /// removed, because a report cannot show them.
    public var entryPoint: String? {
        get { state.withLock { $0.entryPoint } }
        set { state.withLock { $0.entryPoint = newValue.flatMap(Self.entryPointName) } }
    }

    /// Sets how to make a surface for a hub that is presented without one.
    ///
    /// The adapter calls this to set its default for full-screen presentation.
    public func setModalSurface(_ make: (@Sendable () async -> (any HubSurface)?)?) {
        state.withLock { $0.makeModalSurface = make }
    }

    private static func entryPointName(_ text: String) -> String? {
        let name = ProgramText.plain(String(text.prefix(256)))
        return name.isEmpty ? nil : name
    }

    func takeEntryPoint() -> String? {
        state.withLock { state in
            defer { state.entryPoint = nil }
            return state.entryPoint
        }
    }
}

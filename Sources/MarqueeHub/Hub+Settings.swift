public import Foundation
import MarqueeCore
import MarqueeWire

extension Hub {
    /// What pages may load besides the release.
    ///
    /// ``ContentSource/externalAllowed`` until set, as in the ZBiM SDK; see ``makeStrict()``.
    public var contentSource: Hub.ContentSource {
        get { state.withLock { $0.gate.contentSource } }
        set { state.withLock { $0.gate.contentSource = newValue } }
    }

    /// Takes on the rules of ZBiM 1.0: nothing but the release, no exemptions, and no scheme but those registered from
    /// now on.
    public func makeStrict() {
        state.withLock { $0.gate = RequestGate(contentSource: .localOnly) }
    }

    /// Exempts exactly this URL, compared character for character.
    ///
    /// It opens as a link; embedding takes ``whitelist(domain:)``.
    public func whitelist(_ url: URL) {
        state.withLock { $0.gate.whitelist(url) }
    }

    /// Exempts all URLs of exactly this host.
    public func whitelist(domain: String) {
        guard !state.withLock({ $0.gate.whitelist(domain: domain) }) else { return }
        core.log(.warning, .debug, "\(domain.quoted) is not a host name and is not whitelisted")
    }

    /// Lets links with this scheme through to the app, until the app ends.
    ///
    /// `http`, `file`, `javascript` and their like are refused.
    public func register(scheme: String) {
        guard !state.withLock({ $0.gate.register(scheme: scheme) }) else { return }
        core.log(.warning, .debug, "\(scheme.quoted) cannot be a custom scheme")
    }

    /// The rules as they are now.
    public var gate: RequestGate { state.withLock { $0.gate } }

    /// The look of hubs presented from now on; dark until set.
    public var colorScheme: Hub.ColorScheme {
        get { state.withLock { $0.colorScheme } }
        set { state.withLock { $0.colorScheme = newValue } }
    }

    /// Whether the chrome of hubs presented from now on shows the logo; `true` until set.
    public var showsLogo: Bool {
        get { state.withLock { $0.showsLogo } }
        set { state.withLock { $0.showsLogo = newValue } }
    }

    /// Names where the person comes from, for the metrics of the next presentation only: any attempt to present uses it
    /// up.
    ///
    /// Empty or `nil` clears it. At most 256 characters are kept, without control characters and marks that have no
    /// letter: a report would not show them.
    public var entryPoint: String? {
        get { state.withLock { $0.entryPoint } }
        set { state.withLock { $0.entryPoint = newValue.flatMap(Self.entryPointName) } }
    }

    /// Says how to find a place for a hub that is presented without a surface: the adapter's default for full-screen
    /// presentation.
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

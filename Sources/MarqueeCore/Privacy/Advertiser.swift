/// Provides the advertiser id. Uploads of events have the id of the app's own rule, otherwise the system's id if the user
/// permits it. Placements have the system's id alone.
public final class Advertiser: Sendable {
    /// The operating system's advertising settings.
    public struct SystemSetting: Sendable, Hashable {
        /// The system's advertising id; `nil` if there is none.
        public var id: String?
        /// Whether the user asked not to be tracked; the id is then not used.
        public var isLimited: Bool

        /// The id, and whether the user limits its use.
        public init(id: String?, isLimited: Bool) {
            self.id = id
            self.isLimited = isLimited
        }
    }

    private struct State {
        weak var source: (any AdvertiserSource)?
        var consent: Consent?
    }

    private let state = Locked(State())
    private let system: @Sendable () -> SystemSetting

    /// Reads the system's settings for each batch, so that a change applies at once. Without `system` there is no id.
    public init(system: @escaping @Sendable () -> SystemSetting = { SystemSetting(id: nil, isLimited: true) }) {
        self.system = system
    }

    /// Sets the app's own rule for uploads of events, which is held weakly; `nil` removes the rule.
    public func setSource(_ source: (any AdvertiserSource)?) {
        state.withLock { $0.source = source }
    }

    /// Sets the consent to check: without consent to ``Consent/Purpose/identifiers``, no id is sent.
    func ask(_ consent: Consent) {
        state.withLock { $0.consent = consent }
    }

    /// The id for one upload; `nil` while consent to ``Consent/Purpose/identifiers`` is refused.
    ///
    /// If the app has set a source, the source's answer is used unchanged, even if it is `nil`.
    public func id() async -> String? {
        guard isPermitted else { return nil }
        if let source = state.withLock({ $0.source }) { return await source.advertiserID() }
        return systemID()
    }

    /// The system's id. The app's own rule does not count here, because it is for uploads of events (HUB-265).
    /// - Returns: `nil` if there is none, if the user limits its use, and while consent is refused.
    package func systemID() -> String? {
        guard isPermitted else { return nil }
        let setting = system()
        guard !setting.isLimited, let id = setting.id, id.contains(where: { $0 != "0" && $0 != "-" }) else {
            return nil
        }
        return id
    }

    private var isPermitted: Bool { state.withLock { $0.consent }?.isGranted(.identifiers) ?? true }
}

/// The advertiser id of an upload: what the app says, else what the system says and the user permits.
public final class Advertiser: Sendable {
    /// What the operating system says about advertising.
    public struct SystemSetting: Sendable, Hashable {
        /// The system's advertising id; `nil` where there is none.
        public var id: String?
        /// The user asked not to be tracked: the id is then not used.
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

    /// Asks the system again for each batch, so that a change in its settings counts at once; without `system` there is
    /// no id.
    public init(system: @escaping @Sendable () -> SystemSetting = { SystemSetting(id: nil, isLimited: true) }) {
        self.system = system
    }

    /// Installs the app's own rule, held weakly, or removes it with `nil`.
    public func setSource(_ source: (any AdvertiserSource)?) {
        state.withLock { $0.source = source }
    }

    /// Sends no id while the consent to ``Consent/Purpose/identifiers`` is refused.
    func ask(_ consent: Consent) {
        state.withLock { $0.consent = consent }
    }

    /// The id for one upload; `nil` while consent to ``Consent/Purpose/identifiers`` is refused.
    ///
    /// Otherwise an installed source decides alone and verbatim, also when it returns `nil`.
    public func id() async -> String? {
        guard state.withLock({ $0.consent })?.isGranted(.identifiers) ?? true else { return nil }
        if let source = state.withLock({ $0.source }) { return await source.advertiserID() }
        let setting = system()
        guard !setting.isLimited, let id = setting.id, id.contains(where: { $0 != "0" && $0 != "-" }) else {
            return nil
        }
        return id
    }
}

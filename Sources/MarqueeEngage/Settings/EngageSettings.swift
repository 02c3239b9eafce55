import MarqueeCore
import MarqueeWire

/// The configuration of universal events, read once at the start.
struct EngageSettings: Sendable {
    /// How many events must be ready before a request is made.
    let cacheSize: Int
    let maximumRetries: Int
    /// How long sent and failed events are kept.
    let keepsSettled: Duration
    let sessionTimeout: Duration
    let augmentationTimeout: Duration
    /// The names of the plug-ins that run, in this order.
    let plugins: [String]
    let fields: EngageFieldNames
    let campaigns: CampaignRules
    /// `nil` if events go to Marquee's own service.
    let host: EngageHost?
    /// Whether a host was named, even if it is not usable.
    let namesHost: Bool
    /// The names of the keys that a host needs and the configuration does not have.
    let missingKeys: [String]
    /// What the app should correct, for the log.
    let problems: [ConfigurationProblem]

    init(_ configuration: Configuration) {
        var problems: [ConfigurationProblem] = []
        func duration(_ key: ConfigurationKey, _ standard: Duration) -> Duration {
            if case .duration(let duration) = Expiration(configuration.text(key)).form { return duration }
            let message = "\"\(key.name)\" must be a duration such as \"15 minutes\"; the default is used"
            problems.append(ConfigurationProblem(.wrongForm, key: key.name, message))
            return standard
        }
        cacheSize = Int(clamping: configuration.count(.engageEventCacheSize))
        maximumRetries = Int(clamping: configuration.count(.engageMaximumRetries))
        keepsSettled = .seconds(configuration.count(.engageEventDays) * 86_400)
        sessionTimeout = duration(.engageSessionExpiration, .seconds(1_800))
        augmentationTimeout = duration(.engageAugmentationTimeout, .seconds(15))
        plugins = configuration.texts(.engagePlugins)
        fields = EngageFieldNames(
            Dictionary(
                uniqueKeysWithValues: EngageField.allCases.map { ($0, configuration.text(.engageFieldName($0))) }))
        campaigns = CampaignRules(
            configuration, standard: duration(.engageCampaignExpiration, .seconds(86_400)))
        var missing: [String] = []
        host = EngageHost(configuration, missing: &missing)
        namesHost = !configuration.text(.engageHost).isEmpty
        if !namesHost { missing = [ConfigurationKey.engageHost.name] }
        missingKeys = missing
        if namesHost {
            problems += missing.map { key in
                ConfigurationProblem(
                    .missingKey, .criticalError, key: key,
                    "\"\(key)\" is missing, which \"engage.host\" needs; universal events wait on the device")
            }
        } else if let key = EngageHost.issuedKeys.first(where: { configuration.hasText($0) }) {
            let host = ConfigurationKey.engageHost.name
            problems.append(
                ConfigurationProblem(
                    .missingKey, .criticalError, key: host,
                    "\"\(host)\" is missing, which \"\(key.name)\" is for; universal events go to Marquee's service"))
        }
        self.problems = problems
    }
}

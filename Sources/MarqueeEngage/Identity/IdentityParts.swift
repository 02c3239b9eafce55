import MarqueeCore

/// The parts of Engage that are about the user and the device: ids, access to the host, recipients and location.
struct IdentityParts: Sendable {
    let generators: IDGenerators
    let identity: EngageIdentity
    /// Signs the requests of all parts; `nil` without a usable host.
    let tokens: AccessTokens?
    let api: XMLAPI
    let recipients: Recipients
    let lastKnownLocation: LastKnownLocation
    private let location: LocationSettings
    private let core: Core

    /// Reads the ids; does not use the network.
    /// - Parameter missing: the names of the keys that a host needs and the configuration does not have.
    init(
        core: Core, state: EngageState, host: EngageHost?, missing: [String] = [ConfigurationKey.engageHost.name]
    ) throws(MarqueeError) {
        let (environment, log) = (core.environment, core.log)
        let settings = RecipientSettings(core.configuration)
        self.core = core
        location = LocationSettings(core.configuration, log: log)
        generators = IDGenerators(environment: environment, log: log)
        identity = try EngageIdentity(kept: state, deviceID: core.installID)
        tokens = host.map { AccessTokens($0, kept: state, environment: environment, log: log) }
        api = XMLAPI(host, tokens: tokens, environment: environment, missing: missing)
        recipients = Recipients(
            api, identity: identity, settings: settings, kept: state, generators: generators,
            environment: environment, log: log)
        lastKnownLocation = LastKnownLocation(
            api, identity: identity, listID: settings.listID, settings: location, kept: state,
            environment: environment, log: log, isGranted: { [consent = core.consent] in consent.isGranted(.location) })
    }

    /// Follows the location of a source while the user consents, and writes each new place to the recipient.
    func keeper(_ source: any LocationSource) -> LocationKeeper {
        LocationKeeper(
            source, settings: location, environment: core.environment,
            isGranted: { [consent = core.consent] in consent.isGranted(.location) },
            publish: { [lastKnownLocation] placemark in Task { await lastKnownLocation.write(placemark) } })
    }

    /// The built-in plug-ins by their names in the configuration's list.
    static func plugins(
        _ keeper: LocationKeeper, _ names: EngageFieldNames
    ) -> KeyValuePairs<String, any AugmentationPlugin> {
        [
            CoordinatesPlugin.name: CoordinatesPlugin(keeper: keeper, names: names),
            PlacemarkPlugin.name: PlacemarkPlugin(keeper: keeper, names: names),
            LocationNamePlugin.name: LocationNamePlugin(keeper: keeper, names: names),
        ]
    }
}

import MarqueeCore

extension LocationSettings {
    /// The settings in the section `LocationServices`. A text that is no duration leaves the default.
    init(_ configuration: Configuration, log: Log) {
        self.init()
        isEnabled = configuration.truth(.engageLocationEnabled)
        distanceFilter = Double(configuration.count(.engageLocationDistance))
        precision = Self.precision(named: configuration.text(.engageLocationPrecision), log: log)
        func duration(_ key: ConfigurationKey, _ standard: Duration) -> Duration {
            if case .duration(let duration) = Expiration(configuration.text(key)).form { return duration }
            log(.warning, .debug, "configuration: \"\(key.name)\" must be a duration; the default is used")
            return standard
        }
        lifespan = duration(.engageLocationLifespan, lifespan)
        placemarkTimeout = duration(.engagePlacemarkTimeout, placemarkTimeout)
        acquisitionTimeout = duration(.engageCoordinatesTimeout, acquisitionTimeout)
        locationColumn = configuration.text(.engageLocationColumn)
        dateColumn = configuration.text(.engageLocationTimeColumn)
        dateFormat = configuration.text(.engageLocationDateFormat)
    }
}

extension Consent {
    /// The purposes that need consent. Every sender names the purpose of its requests.
    public enum Purpose: String, Sendable, CaseIterable {
        /// Recording and sending what the user does in the app.
        case behaviour
        /// Requests to third parties that count ads and pay for them.
        case advertising
        /// Sending an identifier that other apps on the device also know, such as the advertiser id.
        case identifiers
        /// Reading and sending the device's location.
        case location
    }
}

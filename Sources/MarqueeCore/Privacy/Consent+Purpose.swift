extension Consent {
    /// What consent is asked for. Every sender names the purpose of its request.
    public enum Purpose: String, Sendable, CaseIterable {
        /// Recording and sending what a person does in the app.
        case behaviour
        /// Requests to third parties that count and pay for ads.
        case advertising
        /// Sending an identifier that other apps on the device know too, such as the advertiser id.
        case identifiers
        /// Reading and sending where the device is.
        case location
    }
}

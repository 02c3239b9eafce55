extension DeviceWing {
    /// The phone's own settings, its home screen and the app in front.
    struct State: Codable, Sendable {
        let network: String
        let clockAheadSeconds: Int64
        /// The phone's location; none when the phone does not know it.
        let place: Place?
        let adTracking: String
        /// The apps on the home screen.
        let icons: [Icon]
        /// How many more apps the server has than the home screen shows.
        let iconsLeftOut: Int
        /// The app in front; none while the home screen is shown.
        let app: Front?
    }

    /// An app on the home screen.
    struct Icon: Codable, Sendable, Equatable {
        let id: String
        let name: String
        let hasRelease: Bool
        /// Whether the app is in memory, in front or in the background.
        let isRunning: Bool
    }

    /// The app in front.
    struct Front: Codable, Sendable {
        let id: String
        let name: String
        let isForeground: Bool
        let user: String?
        let users: [String]
        /// The active user's tags.
        let tags: [TagCount]
        let waitingEvents: Int
        let postedEvents: Int
    }

    struct TagCount: Codable, Sendable {
        let name: String
        let count: Int
    }
}

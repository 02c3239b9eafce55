extension Container {
    /// The limits for what an ad may send and how long the container waits.
    public struct Limits: Sendable, Hashable {
        /// The longest message in bytes of UTF-8.
        public var messageBytes = 65_536
        /// The largest number of messages that a page may send per second. Further messages of that second are dropped.
        public var messagesPerSecond = 200
        /// The longest URL in bytes of UTF-8.
        public var urlBytes = 8_192
        /// The longest text of a calendar event in characters.
        public var textLength = 1_024
        /// The shortest time between two `exposureChange` events.
        public var exposureInterval = Duration.milliseconds(200)
        /// How long the first page may take to load. After that the container asks the host to unload the ad.
        public var loadTime = Duration.seconds(30)
        /// How long the host may take to answer a change of place with ``HostEvent/settled``. After that the ad is
        /// moved back to its default place.
        public var settleTime = Duration.seconds(10)

        /// The defaults that the library recommends.
        public init() {}
    }
}

extension Container {
    /// The screen that the app offers, and the place of the ad on it.
    public struct Layout: Sendable, Hashable {
        /// The size of the device's whole screen in its current orientation.
        public var screenSize: Size
        /// The size of the area that an ad may cover. Positions are relative to this area.
        public var maxSize: Size
        /// The frame of the ad in the default state.
        public var defaultPosition: Rectangle

        /// Without `maxSize`, the ad may cover the whole screen. Without `defaultPosition`, it covers ``maxSize``.
        public init(screenSize: Size, maxSize: Size? = nil, defaultPosition: Rectangle? = nil) {
            self.screenSize = screenSize
            self.maxSize = maxSize ?? screenSize
            self.defaultPosition = defaultPosition ?? Rectangle(self.maxSize)
        }
    }
}

extension Container {
    /// A width and a height in density-independent pixels.
    public struct Size: Sendable, Hashable {
        /// The horizontal extent.
        public var width: Double
        /// The vertical extent.
        public var height: Double

        /// A value that is negative or not finite becomes zero.
        public init(width: Double, height: Double) {
            self.width = width.isFinite ? max(0, width) : 0
            self.height = height.isFinite ? max(0, height) : 0
        }
    }
}

extension Container {
    /// A rectangle in density-independent pixels, with the origin at the top left.
    ///
    /// Frames of the ad are relative to the area that ``Container/Layout/maxSize`` describes, rectangles of an
    /// ``Exposure`` to the ad.
    public struct Rectangle: Sendable, Hashable {
        /// The distance of the left edge from the origin.
        public var x: Double
        /// The distance of the top edge from the origin.
        public var y: Double
        /// The width and height of the rectangle.
        public var size: Size

        /// Numbers that are not finite become zero.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x.isFinite ? x : 0
            self.y = y.isFinite ? y : 0
            size = Size(width: width, height: height)
        }

        /// Creates a rectangle with this size at the origin.
        public init(_ size: Size) {
            self.init(x: 0, y: 0, width: size.width, height: size.height)
        }

        /// Whether the width or the height is zero.
        public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

        /// Whether the other rectangle lies completely inside this one.
        public func contains(_ other: Rectangle) -> Bool {
            other.x >= x && other.y >= y
                && other.x + other.size.width <= x + size.width
                && other.y + other.size.height <= y + size.height
        }
    }
}

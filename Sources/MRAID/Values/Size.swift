/// A width and a height in density-independent pixels.
public struct Size: Sendable, Hashable {
    /// The extent from left to right.
    public var width: Double
    /// The extent from top to bottom.
    public var height: Double

    /// A size of the two extents; what is not a finite number of at least zero becomes zero.
    public init(width: Double, height: Double) {
        self.width = width.isFinite ? max(0, width) : 0
        self.height = height.isFinite ? max(0, height) : 0
    }
}

extension Exposure {
    /// Measures an ad that is clipped to all the bounds and partly covered. The rectangles share one coordinate system;
    /// the rectangles of the result are relative to the ad.
    ///
    /// An area under two covers counts once. At most 64 covers are used, the largest first.
    public init(
        of frame: Container.Rectangle, within bounds: [Container.Rectangle], under covers: [Container.Rectangle] = []
    ) {
        let seen = bounds.reduce(frame) { $0.intersection($1) }
        let over = covers.map { $0.intersection(seen) }.filter { !$0.isEmpty }.sorted { $0.area > $1.area }.prefix(64)
        let share = seen.isEmpty ? 0 : (seen.area - Container.Rectangle.area(ofUnion: Array(over))) / frame.area
        func moved(_ rectangle: Container.Rectangle) -> Container.Rectangle {
            Container.Rectangle(
                x: rectangle.x - frame.x, y: rectangle.y - frame.y, width: rectangle.size.width,
                height: rectangle.size.height)
        }
        self.init(percentage: 100 * share, visibleRectangle: moved(seen), occlusionRectangles: over.map(moved))
    }
}

extension Container.Rectangle {
    /// The common part of both rectangles; empty when they do not overlap.
    public func intersection(_ other: Container.Rectangle) -> Container.Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let width = min(x + size.width, other.x + other.size.width) - left
        let height = min(y + size.height, other.y + other.size.height) - top
        guard width > 0, height > 0 else { return Container.Rectangle(x: left, y: top, width: 0, height: 0) }
        return Container.Rectangle(x: left, y: top, width: width, height: height)
    }

    /// Width times height.
    var area: Double { size.width * size.height }

    /// The area of all the rectangles together, counting each point once.
    ///
    /// The vertical edges divide the plane into columns. In each column, the rectangles that cross it are merged from
    /// top to bottom.
    static func area(ofUnion rectangles: [Container.Rectangle]) -> Double {
        let edges = Set(rectangles.flatMap { [$0.x, $0.x + $0.size.width] }).sorted()
        let byTop = rectangles.sorted { $0.y < $1.y }
        return zip(edges, edges.dropFirst()).reduce(0) { sum, column in
            let inside = byTop.lazy.filter { $0.x <= column.0 && $0.x + $0.size.width >= column.1 }
            var (height, bottom) = (0.0, -Double.infinity)
            for rectangle in inside {
                let end = rectangle.y + rectangle.size.height
                height += max(0, end - max(rectangle.y, bottom))
                bottom = max(bottom, end)
            }
            return sum + height * (column.1 - column.0)
        }
    }
}

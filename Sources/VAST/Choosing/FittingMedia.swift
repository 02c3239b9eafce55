/// Prefers the file whose picture fits the area where it is shown.
public struct FittingMedia: MediaPolicy {
    /// The width of the area in pixels (not points), at least 1.
    public var width: Int
    /// The height of the area in pixels (not points), at least 1.
    public var height: Int
    /// The largest allowed ratio of the picture's size to the area's size along one side. A larger picture is refused.
    /// The default is 2.
    public var tolerance: Double
    /// Whether a portrait picture is refused in a landscape area, and the reverse.
    public var demandsOrientation: Bool

    /// Sizes below 1 count as 1.
    public init(width: Int, height: Int, tolerance: Double = 2, demandsOrientation: Bool = false) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.tolerance = tolerance
        self.demandsOrientation = demandsOrientation
    }

    /// Refuses the wrong orientation if that is demanded, and pictures that are too large unless all of them are. Then
    /// it ranks the same orientation first, and the closest size within it. A file without a size is never refused here
    /// and comes last.
    public func apply(to pool: inout MediaPool) {
        if demandsOrientation {
            pool.refuse { orientation(of: $0) == .other ? .orientation : nil }
        }
        if pool.files.contains(where: { !isTooLarge($0) }) {
            pool.refuse { isTooLarge($0) ? .tooLarge : nil }
        }
        pool.rank { Rank(orientation: orientation(of: $0), closeness: closeness(of: $0)) }
    }

    private enum Orientation: Int {
        case other, unknown, same
    }

    private struct Rank: Comparable {
        let orientation: Orientation
        let closeness: Double

        static func < (left: Rank, right: Rank) -> Bool {
            (left.orientation.rawValue, left.closeness) < (right.orientation.rawValue, right.closeness)
        }
    }

    private func size(of file: MediaFile) -> (width: Double, height: Double)? {
        guard let width = file.width, let height = file.height, width > 0, height > 0 else { return nil }
        return (Double(width), Double(height))
    }

    /// A square fits both orientations.
    private func orientation(of file: MediaFile) -> Orientation {
        guard let size = size(of: file) else { return .unknown }
        if size.width == size.height || width == height { return .same }
        return (size.width > size.height) == (width > height) ? .same : .other
    }

    private func isTooLarge(_ file: MediaFile) -> Bool {
        guard let size = size(of: file) else { return false }
        return scale(of: size) > tolerance
    }

    /// The size of the picture relative to the area when it is fitted into it; 1 is exact.
    private func scale(of size: (width: Double, height: Double)) -> Double {
        max(size.width / Double(width), size.height / Double(height))
    }

    /// 0 is exact, lower values are farther away. A picture that is too small by a factor is as far away as one that is
    /// too large by the same factor.
    private func closeness(of file: MediaFile) -> Double {
        guard let size = size(of: file) else { return -.greatestFiniteMagnitude }
        let scale = scale(of: size)
        return -(scale >= 1 ? scale : 1 / scale)
    }
}

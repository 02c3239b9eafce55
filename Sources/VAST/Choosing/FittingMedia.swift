/// Prefers the file whose picture fits the place where it is shown.
public struct FittingMedia: MediaPolicy {
    /// Pixels of the place, not points; from 1 on.
    public var width: Int
    /// Pixels of the place, not points; from 1 on.
    public var height: Int
    /// How much larger than the place, along one side, a picture may be before it is refused; 2 unless set.
    public var tolerance: Double
    /// Whether an upright picture is refused in a lying place, and the reverse.
    public var demandsOrientation: Bool

    /// Makes a policy; sizes below 1 count as 1.
    public init(width: Int, height: Int, tolerance: Double = 2, demandsOrientation: Bool = false) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.tolerance = tolerance
        self.demandsOrientation = demandsOrientation
    }

    /// Refuses the wrong orientation if that is demanded, and what is too large unless all is; then ranks the same
    /// orientation first, and in it the closest size. A file without a size is refused for neither and comes last.
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

    /// A square suits both.
    private func orientation(of file: MediaFile) -> Orientation {
        guard let size = size(of: file) else { return .unknown }
        if size.width == size.height || width == height { return .same }
        return (size.width > size.height) == (width > height) ? .same : .other
    }

    private func isTooLarge(_ file: MediaFile) -> Bool {
        guard let size = size(of: file) else { return false }
        return scale(of: size) > tolerance
    }

    /// How large the picture is against the place when it is fitted into it; 1 is exact.
    private func scale(of size: (width: Double, height: Double)) -> Double {
        max(size.width / Double(width), size.height / Double(height))
    }

    /// 0 is exact, less is farther. A picture too small by a factor is as far as one too large by it.
    private func closeness(of file: MediaFile) -> Double {
        guard let size = size(of: file) else { return -.greatestFiniteMagnitude }
        let scale = scale(of: size)
        return -(scale >= 1 ? scale : 1 / scale)
    }
}

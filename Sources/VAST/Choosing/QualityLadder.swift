/// Which file of an ad stands for which quality.
public struct QualityLadder: Sendable, Hashable {
    /// The least quality.
    public var low: MediaFile?
    /// The middle.
    public var mid: MediaFile?
    /// The best.
    public var high: MediaFile?

    /// Makes a ladder of given steps.
    public init(low: MediaFile? = nil, mid: MediaFile? = nil, high: MediaFile? = nil) {
        self.low = low
        self.mid = mid
        self.high = high
    }

    /// Takes the progressive `video/mp4` files in the order of their bitrates.
    ///
    /// One file stands for every quality, two are low and high. Of more than three, low and high are the outermost and
    /// mid is the middle one, of an even number the lesser of the two. A file that does not tell its bitrate stands
    /// below those that do, by its size in pixels; a file that does not tell its delivery counts as progressive.
    public init(_ files: [MediaFile]) {
        let rungs = Self.rungs(of: files)
        guard let least = rungs.first, let best = rungs.last else { return }
        low = least
        high = best
        switch rungs.count {
        case 1: mid = least
        case 2: mid = nil
        default: mid = rungs[(rungs.count - 1) / 2]
        }
    }

    /// The file of a quality.
    public subscript(_ quality: MediaQuality) -> MediaFile? {
        switch quality {
        case .low: low
        case .mid: mid
        case .high: high
        }
    }

    /// The file to take when `wanted` is: where that step is missing, the next lower, then the next higher.
    /// - Returns: the file with the quality it really stands for; `nil` for an empty ladder.
    public func pick(_ wanted: MediaQuality) -> (file: MediaFile, quality: MediaQuality)? {
        let lower = MediaQuality.allCases.filter { $0 <= wanted }.reversed()
        let higher = MediaQuality.allCases.filter { $0 > wanted }
        for quality in lower + higher {
            if let file = self[quality] { return (file, quality) }
        }
        return nil
    }

    /// The step that each of the files stands for that make the ladder: a file between two steps is of the lower one.
    func qualities(of files: [MediaFile]) -> [MediaFile: MediaQuality] {
        var (step, result) = (MediaQuality.low, [MediaFile: MediaQuality]())
        for file in Self.rungs(of: files) {
            if file == mid, step < .mid { step = .mid }
            if file == high { step = .high }
            result[file] = result[file] ?? step
        }
        return result
    }

    /// The files of the ladder, the least first.
    private static func rungs(of files: [MediaFile]) -> [MediaFile] {
        files.filter(isRung).enumerated().sorted {
            (bitrate($0.element), $0.element.area, $0.offset) < (bitrate($1.element), $1.element.area, $1.offset)
        }.map(\.element)
    }

    static func isRung(_ file: MediaFile) -> Bool {
        file.apiFramework == nil && file.type.lowercased() == "video/mp4" && file.delivery != .streaming
    }

    private static func bitrate(_ file: MediaFile) -> Int { max(file.bitrate ?? 0, 0) }
}

extension MediaFile {
    /// Pixels of one picture; 0 when unknown.
    var area: Int {
        guard let width, let height, width > 0, height > 0 else { return 0 }
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : area
    }
}

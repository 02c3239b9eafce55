/// The files of an ad that represent the qualities low, mid and high.
public struct QualityLadder: Sendable, Hashable {
    /// The file with the lowest bitrate.
    public var low: MediaFile?
    /// The file with a middle bitrate.
    public var mid: MediaFile?
    /// The file with the highest bitrate.
    public var high: MediaFile?

    /// Creates a ladder from chosen files.
    public init(low: MediaFile? = nil, mid: MediaFile? = nil, high: MediaFile? = nil) {
        self.low = low
        self.mid = mid
        self.high = high
    }

    /// Orders the progressive `video/mp4` files by bitrate.
    ///
    /// A single file represents every quality; two files are low and high. With three or more, low and high are the
    /// first and the last, and mid is the middle one (of an even number, the lower of the two). A file without a
    /// bitrate comes before those with one, ordered by its size in pixels. A file without a delivery counts as
    /// progressive.
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

    /// The file for the wanted quality. If that step is missing, the next lower one is used, then the next higher one.
    /// - Returns: the file with its own quality; `nil` for an empty ladder.
    public func pick(_ wanted: MediaQuality) -> (file: MediaFile, quality: MediaQuality)? {
        let lower = MediaQuality.allCases.filter { $0 <= wanted }.reversed()
        let higher = MediaQuality.allCases.filter { $0 > wanted }
        for quality in lower + higher {
            if let file = self[quality] { return (file, quality) }
        }
        return nil
    }

    /// The step of each file that is on the ladder. A file between two steps has the lower one.
    func qualities(of files: [MediaFile]) -> [MediaFile: MediaQuality] {
        var (step, result) = (MediaQuality.low, [MediaFile: MediaQuality]())
        for file in Self.rungs(of: files) {
            if file == mid, step < .mid { step = .mid }
            if file == high { step = .high }
            result[file] = result[file] ?? step
        }
        return result
    }

    /// The files on the ladder, the lowest bitrate first.
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
    /// The number of pixels of the picture; 0 when unknown.
    var area: Int {
        guard let width, let height, width > 0, height > 0 else { return 0 }
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : area
    }
}

/// The media files of an ad while policies apply: the remaining files, and the refused files with their reasons.
public struct MediaPool: Sendable, Hashable {
    /// The remaining files, the best first. At the start they have the document's order.
    public private(set) var files: [MediaFile]
    /// The refused files, in the order of refusal.
    public private(set) var refused: [MediaDecision.Refused] = []
    /// The duration from the document; `nil` when unknown or not positive.
    public let duration: Duration?
    /// The files' steps on the quality ladder, after a policy has used the ladder.
    private var qualities: [MediaFile: MediaQuality] = [:]

    /// Durations that are not positive count as unknown.
    public init(_ files: [MediaFile], duration: Duration? = nil) {
        self.files = files
        self.duration = duration.flatMap { $0 > .zero ? $0.bounded : nil }
    }

    /// Refuses the files for which `reason` returns a reason.
    public mutating func refuse(_ reason: (MediaFile) -> MediaDecision.Refusal?) {
        var left: [MediaFile] = []
        for file in files {
            if let reason = reason(file) {
                refused.append(.init(file: file, reason: reason))
            } else {
                left.append(file)
            }
        }
        files = left
    }

    /// Sorts the files by rank, the greatest first. Files with equal rank keep their order.
    public mutating func rank<Rank: Comparable>(by rank: (MediaFile) -> Rank) {
        let ranked = files.enumerated().map { (file: $0.element, index: $0.offset, rank: rank($0.element)) }
        files = ranked.sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank > $1.rank }.map(\.file)
    }

    /// The file's step on the quality ladder; `nil` when no policy used the ladder.
    public func quality(of file: MediaFile) -> MediaQuality? { qualities[file] }

    /// Puts the file of the wanted quality first and records the step of each file, so that the step stays known when a
    /// later policy prefers another file.
    mutating func prefer(_ wanted: MediaQuality, of ladder: QualityLadder) {
        guard let pick = ladder.pick(wanted) else { return }
        qualities = ladder.qualities(of: files)
        qualities[pick.file] = pick.quality
        rank { $0 == pick.file ? 1 : 0 }
    }
}

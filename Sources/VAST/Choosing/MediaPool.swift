/// The media files of an ad while policies look at them: those still in the running, and those refused with a reason.
public struct MediaPool: Sendable, Hashable {
    /// Those that may still be chosen, the best first; at first in the document's order.
    public private(set) var files: [MediaFile]
    /// Those that may not, in the order of their refusal.
    public private(set) var refused: [MediaDecision.Refused] = []
    /// The ad's duration by its document; `nil` when unknown or not positive.
    public let duration: Duration?
    /// The steps of the quality ladder that files stand for, once a policy looked at it.
    private var qualities: [MediaFile: MediaQuality] = [:]

    /// Makes a pool in which nothing is refused.
    public init(_ files: [MediaFile], duration: Duration? = nil) {
        self.files = files
        self.duration = duration.flatMap { $0 > .zero ? $0.bounded : nil }
    }

    /// Refuses the files for which `reason` gives one.
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

    /// Puts the files with the greatest rank first; those of equal rank stay in their order.
    public mutating func rank<Rank: Comparable>(by rank: (MediaFile) -> Rank) {
        let ranked = files.enumerated().map { (file: $0.element, index: $0.offset, rank: rank($0.element)) }
        files = ranked.sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank > $1.rank }.map(\.file)
    }

    /// The step of the quality ladder that a file stands for; `nil` when no policy looked at the ladder.
    public func quality(of file: MediaFile) -> MediaQuality? { qualities[file] }

    /// Puts the ladder's file of the wanted quality first, and notes which step each file stands for, so that the quality
    /// stays with the file whatever a later policy prefers.
    mutating func prefer(_ wanted: MediaQuality, of ladder: QualityLadder) {
        guard let pick = ladder.pick(wanted) else { return }
        qualities = ladder.qualities(of: files)
        qualities[pick.file] = pick.quality
        rank { $0 == pick.file ? 1 : 0 }
    }
}

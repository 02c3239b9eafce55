/// How long the previous media file took to download, and its quality.
public struct DownloadRecord: Sendable, Hashable, Codable {
    /// Seconds from the request to the last byte.
    public let seconds: Double
    /// The quality that was downloaded, which may differ from the quality that was wanted.
    public let quality: MediaQuality

    /// Creates a record.
    /// - Parameters:
    ///   - seconds: the duration of the download.
    ///   - quality: the quality of the downloaded file.
    /// - Returns: `nil` for a duration that is negative or not finite.
    public init?(seconds: Double, quality: MediaQuality) {
        guard seconds.isFinite, seconds >= 0 else { return nil }
        self.seconds = seconds
        self.quality = quality
    }

    /// Throws for the values that ``init(seconds:quality:)`` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try container.decode(Double.self, forKey: .seconds)
        guard let record = Self(seconds: seconds, quality: try container.decode(MediaQuality.self, forKey: .quality))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .seconds, in: container, debugDescription: "A download cannot have taken \(seconds) s.")
        }
        self = record
    }

    /// The quality to choose next.
    ///
    /// | previous | high | mid | low |
    /// |---|---|---|---|
    /// | low | up to 2 s | up to 3 s | longer |
    /// | mid | up to 3 s | up to 5 s | longer |
    /// | high | less than 5 s | less than 10 s | from 10 s on |
    public var next: MediaQuality {
        switch quality {
        case .low: seconds <= 2 ? .high : seconds <= 3 ? .mid : .low
        case .mid: seconds <= 3 ? .high : seconds <= 5 ? .mid : .low
        case .high: seconds < 5 ? .high : seconds < 10 ? .mid : .low
        }
    }
}

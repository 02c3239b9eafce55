/// The measured download speed: an exponential moving average.
public struct Throughput: Sendable, Hashable, Codable {
    /// Kilobits per second; `nil` before the first sample.
    public private(set) var kilobitsPerSecond: Double?
    /// The weight of a new sample, above 0 and up to 1.
    public let weight: Double

    /// Creates an average without samples.
    /// - Parameter weight: the weight of a new sample. The default is 0.3, also for values outside of 0…1.
    public init(weight: Double = 0.3) {
        self.weight = weight > 0 && weight <= 1 ? weight : 0.3
    }

    /// Restores a stored average. An invalid speed counts as unknown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(weight: try container.decode(Double.self, forKey: .weight))
        let kept = try container.decodeIfPresent(Double.self, forKey: .kilobitsPerSecond)
        kilobitsPerSecond = kept.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// Adds a download to the average. A sample without bytes or time is ignored.
    public mutating func add(bytes: Int, over time: Duration) {
        let seconds = time.bounded / .seconds(1)
        guard bytes > 0, seconds > 0 else { return }
        let sample = Double(bytes) * 8 / 1000 / seconds
        guard sample.isFinite else { return }
        kilobitsPerSecond = kilobitsPerSecond.map { $0 + weight * (sample - $0) } ?? sample
    }
}

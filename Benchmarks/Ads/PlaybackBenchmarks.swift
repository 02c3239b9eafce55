import Benchmark
import Comparison
import VAST

/// A million ticks of a player, ten a second, on an ad with a tracker for each event and eight progress offsets.
enum PlaybackBenchmarks {
    private static let ticks = 1_000_000

    static func register() {
        let rate = BenchmarkMetric.custom("ticks/s", polarity: .prefersLarger, useScalingFactor: false)
        let configuration = Benchmark.Configuration(
            metrics: [rate, .wallClock], warmupIterations: 1, maxDuration: .seconds(60), maxIterations: 20)
        Benchmark("Play: a million ticks", configuration: configuration) { benchmark in
            guard let ad = film() else { throw BenchmarkFailure("the ad has no address") }
            var playback = Playback(ad)
            var requests = playback.handle(.started(duration: nil), at: .zero).count
            let time = ContinuousClock().measure {
                for tick in 1...ticks {
                    let now = Duration.milliseconds(100 * tick)
                    requests += playback.handle(.timeChanged(now), at: now).count
                }
            }
            blackHole(requests)
            benchmark.measurement(rate, Int(Double(ticks) / (time / .seconds(1))))
        }
    }

    /// An ad as long as the ticks, so that none of them comes after the end.
    private static func film() -> PlannedAd? {
        guard let url = URLTemplate("https://t.example/event?p=[ADPLAYHEAD]") else { return nil }
        let length = Duration.milliseconds(100 * ticks + 1)
        let names: [TrackingEvent.Name] = [
            .creativeView, .start, .firstQuartile, .midpoint, .thirdQuartile, .complete, .mute, .unmute, .pause,
            .resume, .rewind, .skip,
        ]
        let events = names.map { TrackingEvent($0, url: url) }
        let progress = (1...8).map { TrackingEvent(.progress, offset: .percent(Double(10 * $0)), url: url) }
        let origin = Origin(level: 0)
        let linear = PlannedLinear(
            linear: Linear(duration: length), trackingEvents: (events + progress).map { Sourced($0, from: origin) })
        return PlannedAd(
            inLine: InLine(title: "Film"), impressions: [Sourced(url, from: origin)], linear: linear)
    }
}

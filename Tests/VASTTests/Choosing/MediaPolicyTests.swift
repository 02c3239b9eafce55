import Foundation
import Testing

@testable import VAST

/// Choice by the attributes of a file and by the speed of the connection; error 403 of ADS-116.
@Suite struct MediaPolicyTests {
    typealias Refusal = MediaDecision.Refusal

    static let refusals: [(file: MediaFile, reason: Refusal?)] = [
        (media("plain"), nil),
        (media("upper", type: "VIDEO/MP4"), nil),
        (media("unsaid", delivery: nil), nil),
        (media("hls", type: "application/x-mpegurl", delivery: .streaming), nil),
        (media("dash", type: "application/dash+xml", delivery: .streaming), .type("application/dash+xml")),
        (media("flash", type: "video/x-flv"), .type("video/x-flv")),
        (media("untyped", type: ""), .type("")),
        (media("audio", type: "audio/mp4"), nil),
        (media("mp3", type: "audio/mpeg"), nil),
        (media("aac", type: "AUDIO/AAC"), nil),
        (media("m4a", type: "audio/x-m4a"), nil),
        (media("sound stream", type: "audio/mpegurl", delivery: .streaming), nil),
        (media("ogg", type: "audio/ogg"), .type("audio/ogg")),
        (media("avc", codec: "avc1.64001f, mp4a.40.2"), nil),
        (media("capital", codec: "AVC1.42E01E"), nil),
        (media("av1", codec: "av01.0.04M.08"), .codec("av01.0.04M.08")),
        (media("mixed", codec: "avc1.64001f,opus"), .codec("avc1.64001f,opus")),
        (media("blank", codec: " "), nil),
        (media("flat", mediaType: "2D"), nil),
        (media("round", mediaType: "360"), .mediaType("360")),
        (media("vpaid", apiFramework: "VPAID"), .program),
        (media("simid", apiFramework: "SIMID"), .program),
    ]

    @Test(arguments: refusals) func `a file is refused by its attributes, with the reason`(
        row: (file: MediaFile, reason: Refusal?)
    ) {
        let policy = PlayableMedia(codecs: ["avc1", "hvc1", "mp4a"])
        let decision = policy.decide(for: Linear(mediaFiles: [row.file]))
        #expect(decision.refused.first?.reason == row.reason)
        #expect((decision.file == nil) == (row.reason != nil))
    }

    /// The supported deliveries, and what remains of a progressive file, a stream and a file without a delivery.
    @Test(arguments: [
        ([MediaFile.Delivery.progressive], ["file", "unsaid"]), ([.streaming], ["stream"]),
        ([.progressive, .streaming], ["file", "stream", "unsaid"]), ([], []),
    ])
    func `files with an unsupported delivery are refused`(deliveries: [MediaFile.Delivery], left: [String]) {
        let files = [media("file"), media("stream", delivery: .streaming), media("unsaid", delivery: nil)]
        let decision = PlayableMedia(deliveries: Set(deliveries)).decide(for: Linear(mediaFiles: files))
        #expect(([decision.file] + decision.alternatives.map(\.file)).compactMap { $0?.id } == left)
    }

    /// A mezzanine is better by every measure, and still no policy may choose it.
    @Test(arguments: [true, false]) func `no policy chooses a mezzanine`(hasFile: Bool) {
        let raw = Mezzanine(
            url: "https://m.example/raw", id: "raw", type: "video/mp4", width: 1280, height: 720, size: 10)
        let linear = Linear(
            duration: .seconds(10), mediaFiles: hasFile ? [media("file", bitrate: 9_000)] : [], mezzanines: [raw])
        let policies: [any MediaPolicy] = [
            PlayableMedia(), FittingMedia(width: 1280, height: 720), ThroughputMedia(kilobitsPerSecond: 100),
            DownloadTimeMedia(previous: nil), DownloadTimeMedia(previous: DownloadRecord(seconds: 0, quality: .low)),
        ]
        for policy in policies {
            let decision = policy.decide(for: linear)
            #expect(decision.file?.id == (hasFile ? "file" : nil))
            #expect(decision.refused.map(\.reason) == [.mezzanine])
            #expect(decision.error == (hasFile ? nil : .noUsableMedia))
        }
    }

    /// The types in an audio ad, and the file that is played.
    @Test(arguments: [
        (["audio/mpeg"], "0"), (["audio/ogg", "audio/mp4"], "1"), (["audio/aac", "audio/mpeg"], "0"),
        (["audio/x-m4a"], "0"), (["audio/ogg"], nil),
    ])
    func `an audio ad is played`(types: [String], expected: String?) throws {
        let files = types.enumerated().map { id, type in
            "<MediaFile id='\(id)' delivery='progressive' type='\(type)' bitrate='128'>https://m.example/f</MediaFile>"
        }
        let markup = """
            <VAST version="4.2"><Ad adType="audio"><InLine><Creatives><Creative><Linear><Duration>00:00:30</Duration>
            <MediaFiles>\(files.joined())</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let ad = try #require(try DocumentParser().parse(markup).ads.first)
        let linear = try #require(ad.parts.creatives.first?.linear)
        let policy = PlayableMedia().then(FittingMedia(width: 640, height: 360))
            .then(ThroughputMedia(kilobitsPerSecond: 2_000))
        #expect(ad.medium == .audio && policy.decide(for: linear).file?.id == expected)
    }

    @Test func `an audio file never replaces a video file, however slow the connection`() {
        let files = [media("sound", type: "audio/mpeg"), media("film", width: 640, height: 360)]
        let decision = PlayableMedia().then(ThroughputMedia(kilobitsPerSecond: 1)).decide(
            for: Linear(mediaFiles: files))
        #expect(decision.file?.id != "sound" && decision.alternatives.isEmpty)
        #expect(decision.refused.first { $0.file.id == "sound" }?.reason == .outranked)
    }

    @Test func `an ad without usable files is 403, one with only programs is 901`() {
        #expect(PlayableMedia().decide(for: Linear()).error == .noUsableMedia)
        let program = media("p", apiFramework: "VPAID")
        #expect(PlayableMedia().decide(for: Linear(mediaFiles: [program])).error == .vpaid)
        let both = Linear(mediaFiles: [program, media("f", type: "video/x-flv")])
        #expect(PlayableMedia().decide(for: both).error == .noUsableMedia)
        let playable = Linear(mediaFiles: [program, media("v")])
        #expect(PlayableMedia().decide(for: playable).file?.id == "v")
        #expect(PlayableMedia().decide(for: playable).error == nil)
    }

    /// Files as width × height, the place as width × height, and the resulting order.
    @Test(arguments: [
        ([640, 360, 1280, 720, 1920, 1080], [1280, 720], false, ["1", "2", "0"]),
        ([640, 360, 3840, 2160], [640, 360], false, ["0"]),
        ([3840, 2160], [640, 360], false, ["0"]),
        ([1280, 720, 720, 1280], [390, 844], false, ["1", "0"]),
        ([1280, 720, 720, 1280], [390, 844], true, ["1"]),
        ([1280, 720], [390, 844], true, []),
        ([600, 600, 1280, 720], [390, 844], true, ["0"]),
        ([0, 0, 640, 360], [640, 360], true, ["1", "0"]),
    ])
    func `the picture that fits best comes first`(sizes: [Int], place: [Int], strict: Bool, order: [String]) {
        let files = stride(from: 0, to: sizes.count, by: 2).map {
            media("\($0 / 2)", width: sizes[$0], height: sizes[$0 + 1])
        }
        let policy = FittingMedia(width: place[0], height: place[1], tolerance: 4, demandsOrientation: strict)
        let decision = policy.decide(for: Linear(mediaFiles: files))
        #expect(([decision.file] + decision.alternatives.map(\.file)).compactMap { $0?.id } == order)
    }

    /// Ten seconds of video, eight seconds of patience, a usable share of 0.8: `k` kilobits per second allow a bitrate
    /// of `k × 0.64`.
    @Test(arguments: [
        (nil, "low"), (Double.nan, "low"), (-5, "low"), (1, "low"), (937, "low"), (938, "mid"), (1_874, "mid"),
        (1_875, "high"), (1e9, "high"),
    ])
    func `the best file that arrives in time is chosen`(throughput: Double?, id: String) {
        let files = [
            media("mid", bitrate: 600), media("high", bitrate: 1_200), media("low", bitrate: 300),
        ]
        let linear = Linear(duration: .seconds(10), mediaFiles: files)
        #expect(ThroughputMedia(kilobitsPerSecond: throughput).decide(for: linear).file?.id == id)
    }

    @Test func `a file's size counts before its bitrate`() {
        let files = [media("heavy", bitrate: 100, size: 9_000_000), media("light", bitrate: 900, size: 90_000)]
        let linear = Linear(duration: .seconds(10), mediaFiles: files)
        let decision = ThroughputMedia(kilobitsPerSecond: 1_000).decide(for: linear)
        #expect(decision.file?.id == "light")
        #expect(decision.refused.map(\.reason) == [.tooSlow])
    }

    @Test(arguments: [(500.0, "file"), (5_000, "stream"), (200_000, "stream")])
    func `a stream needs its lowest bitrate and is ranked by its highest usable one`(
        throughput: Double, id: String
    ) {
        let files = [
            media("stream", delivery: .streaming, range: 800...6_000), media("file", bitrate: 300),
        ]
        let linear = Linear(duration: .seconds(10), mediaFiles: files)
        #expect(ThroughputMedia(kilobitsPerSecond: throughput).decide(for: linear).file?.id == id)
    }

    @Test func `files without a bitrate come last but are played when there is no other`() {
        let silent = media("silent")
        #expect(ThroughputMedia(kilobitsPerSecond: 9).decide(for: Linear(mediaFiles: [silent])).file == silent)
        let told = media("told", size: 10)
        let linear = Linear(mediaFiles: [silent, told])
        let decision = ThroughputMedia(kilobitsPerSecond: 9).decide(for: linear)
        #expect(decision.file == told)
        #expect(decision.alternatives.map(\.file) == [silent])
    }

    @Test func `an earlier policy's order decides between files that a later one ranks equally`() {
        let files = [
            media("wide", bitrate: 500, width: 1280, height: 720),
            media("upright", bitrate: 500, width: 720, height: 1280),
            media("better", bitrate: 900, width: 640, height: 360),
            media("webm", type: "video/webm"),
        ]
        let linear = Linear(duration: .seconds(10), mediaFiles: files)
        let policy = PlayableMedia().then(FittingMedia(width: 720, height: 1280)).then(
            ThroughputMedia(kilobitsPerSecond: 1_000))
        let decision = policy.decide(for: linear)
        #expect(decision.file?.id == "upright")
        #expect(decision.alternatives.map(\.file.id) == ["wide"])
        #expect(decision.refused.map(\.reason) == [.type("video/webm"), .tooSlow, .outranked])
    }

    @Test func `throughput is a moving average and ignores invalid samples`() throws {
        var throughput = Throughput(weight: 0.5)
        #expect(throughput.kilobitsPerSecond == nil)
        for (bytes, time) in [(0, Duration.seconds(1)), (-1, .seconds(1)), (9, .zero), (9, .seconds(-1))] {
            throughput.add(bytes: bytes, over: time)
        }
        #expect(throughput.kilobitsPerSecond == nil)
        throughput.add(bytes: 125_000, over: .seconds(1))
        #expect(throughput.kilobitsPerSecond == 1_000)
        throughput.add(bytes: 250_000, over: .seconds(1))
        #expect(throughput.kilobitsPerSecond == 1_500)
        throughput.add(bytes: .max, over: .nanoseconds(1))
        #expect(try #require(throughput.kilobitsPerSecond).isFinite)
        #expect(
            [Throughput(weight: .nan).weight, Throughput(weight: 0).weight, Throughput(weight: 2).weight] == [
                0.3, 0.3, 0.3,
            ])
    }

    @Test(arguments: [
        (#"{"weight":0.5,"kilobitsPerSecond":900}"#, 0.5, 900.0), (#"{"weight":0.5}"#, 0.5, nil),
        (#"{"weight":7,"kilobitsPerSecond":-1}"#, 0.3, nil), (#"{"weight":0,"kilobitsPerSecond":0}"#, 0.3, nil),
    ])
    func `a stored throughput is restored, and an invalid one is ignored`(
        json: String, weight: Double, kilobitsPerSecond: Double?
    ) throws {
        let throughput = try JSONDecoder().decode(Throughput.self, from: Data(json.utf8))
        #expect(throughput.weight == weight)
        #expect(throughput.kilobitsPerSecond == kilobitsPerSecond)
        #expect(try JSONDecoder().decode(Throughput.self, from: JSONEncoder().encode(throughput)) == throughput)
    }

    @Test func `extreme numbers in a document cause no trap`() {
        var generator = Seeded(seed: 403)
        let odd: [Int?] = [nil, 0, -1, .min, .max, 1, 1_000]
        let times: [Duration?] = [nil, .zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), .seconds(9)]
        for _ in 0..<2_000 {
            func any() -> Int? { odd.randomElement(using: &generator) ?? nil }
            let files = (0..<3).map { index in
                var file = media("\(index)", bitrate: any(), width: any(), height: any(), size: any())
                file.delivery = [.streaming, .progressive, nil].randomElement(using: &generator) ?? nil
                (file.minimumBitrate, file.maximumBitrate) = (any(), any())
                return file
            }
            let linear = Linear(duration: times.randomElement(using: &generator) ?? nil, mediaFiles: files)
            let policy = FittingMedia(width: any() ?? 1, height: any() ?? 1).then(
                ThroughputMedia(kilobitsPerSecond: any().map(Double.init), patience: linear.duration ?? .zero)
            ).then(DownloadTimeMedia(previous: nil))
            let decision = policy.decide(for: linear)
            #expect(decision.refused.count + (decision.file == nil ? 0 : 1) == files.count)
        }
    }
}

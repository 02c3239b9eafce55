import Foundation
import Testing

@testable import VAST

/// ADS-116 and ADS-124…134: choice by the duration of the previous download.
@Suite struct DownloadTimeTests {
    typealias Row = (row: String, previous: MediaQuality, seconds: Double, next: MediaQuality)

    static let rows: [Row] = [
        ("ADS-124", .low, 0, .high), ("ADS-124", .low, 1.999, .high), ("ADS-124", .low, 2.0, .high),
        ("ADS-125", .low, 2.001, .mid), ("ADS-125", .low, 2.5, .mid), ("ADS-125", .low, 3.0, .mid),
        ("ADS-126", .low, 3.001, .low), ("ADS-126", .low, 60, .low), ("ADS-126", .low, 1e300, .low),
        ("ADS-127", .mid, 0, .high), ("ADS-127", .mid, 2.001, .high), ("ADS-127", .mid, 3.0, .high),
        ("ADS-128", .mid, 3.001, .mid), ("ADS-128", .mid, 4, .mid), ("ADS-128", .mid, 5.0, .mid),
        ("ADS-129", .mid, 5.001, .low), ("ADS-129", .mid, 60, .low), ("ADS-129", .mid, 1e300, .low),
        ("ADS-130", .high, 10.0, .low), ("ADS-130", .high, 10.001, .low), ("ADS-130", .high, 1e300, .low),
        ("ADS-131", .high, 5.0, .mid), ("ADS-131", .high, 7, .mid), ("ADS-131", .high, 9.999, .mid),
        ("ADS-132", .high, 0, .high), ("ADS-132", .high, 3.001, .high), ("ADS-132", .high, 4.999, .high),
    ]

    static let bitrates: [MediaQuality: Int] = [.low: 596, .mid: 1128, .high: 1628]
    static let threeFiles = Linear(mediaFiles: [
        media("mid", bitrate: 1128), media("high", bitrate: 1628), media("low", bitrate: 596),
    ])

    @Test(arguments: rows) func `the previous duration and quality choose the next file`(row: Row) throws {
        let record = try #require(DownloadRecord(seconds: row.seconds, quality: row.previous))
        #expect(record.next == row.next)
        let decision = DownloadTimeMedia(previous: record).decide(for: Self.threeFiles)
        #expect(decision.file?.bitrate == Self.bitrates[row.next])
        #expect(decision.quality == row.next)
        #expect(decision.alternatives.count == 2)
    }

    /// ADS-133.
    @Test func `the first download is low`() {
        let decision = DownloadTimeMedia(previous: nil).decide(for: Self.threeFiles)
        #expect(decision.file?.bitrate == 596)
        #expect(decision.quality == .low)
    }

    @Test(arguments: [-0.001, -.infinity, .infinity, .nan, .signalingNaN])
    func `an impossible download time is refused`(seconds: Double) {
        #expect(DownloadRecord(seconds: seconds, quality: .low) == nil)
    }

    @Test func `a stored record is refused like a new one`() throws {
        let text = #"{"seconds":-1,"quality":"low"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DownloadRecord.self, from: Data(text.utf8)) }
        let record = try #require(DownloadRecord(seconds: 2.5, quality: .mid))
        #expect(try JSONDecoder().decode(DownloadRecord.self, from: JSONEncoder().encode(record)) == record)
    }

    /// ADS-116: bitrates in the document's order, then those of low, mid and high; 0 for none.
    @Test(arguments: [
        ([596, 1128, 1628], [596, 1128, 1628]), ([1628, 596, 1128], [596, 1128, 1628]),
        ([700], [700, 700, 700]), ([900, 700], [700, 0, 900]), ([], [0, 0, 0]),
        ([4, 3, 2, 1], [1, 2, 4]), ([1, 2, 3, 4, 5], [1, 3, 5]),
    ])
    func `files ordered by bitrate become low, mid and high`(bitrates: [Int], steps: [Int]) {
        let ladder = QualityLadder(bitrates.map { media("\($0)", bitrate: $0) })
        #expect([ladder.low, ladder.mid, ladder.high].map { $0?.bitrate ?? 0 } == steps)
    }

    /// ADS-134: the existing steps, the wanted step, and the step that is chosen and recorded.
    @Test(arguments: [
        ([MediaQuality.mid], MediaQuality.low, MediaQuality.mid), ([.mid], .high, .mid), ([.mid], .mid, .mid),
        ([.low, .high], .mid, .low), ([.high], .low, .high), ([.mid, .high], .low, .mid), ([.low], .high, .low),
        ([.low, .mid], .high, .mid), ([.high], .mid, .high), ([.low], .mid, .low), ([.mid, .high], .mid, .mid),
    ])
    func `a missing step is replaced by the next lower, then the next higher`(
        present: [MediaQuality], wanted: MediaQuality, taken: MediaQuality
    ) {
        func file(_ quality: MediaQuality) -> MediaFile? {
            present.contains(quality) ? media(quality.rawValue) : nil
        }
        let pick = QualityLadder(low: file(.low), mid: file(.mid), high: file(.high)).pick(wanted)
        #expect(pick?.quality == taken)
        #expect(pick?.file.id == taken.rawValue)
    }

    @Test func `an empty ladder has no step to take`() {
        #expect(MediaQuality.allCases.allSatisfy { QualityLadder().pick($0) == nil })
    }

    /// ADS-116 and ADS-134: of two files there is no middle. The downloaded quality is recorded.
    @Test func `with two files a wanted mid plays low and records low`() throws {
        let linear = Linear(mediaFiles: [media("b", bitrate: 900), media("a", bitrate: 500)])
        let record = try #require(DownloadRecord(seconds: 4, quality: .mid))
        let decision = DownloadTimeMedia(previous: record).decide(for: linear)
        #expect(decision.file?.id == "a")
        #expect(decision.quality == .low)
        #expect(decision.alternatives == [.init(file: media("b", bitrate: 900), quality: .high)])
        #expect(decision.refused.map(\.reason) == [.outranked])
    }

    /// ADS-134: widths and bitrates rise together. A later policy decides, and the quality belongs to its file.
    @Test(arguments: [
        ([426, 854, 1280], [600, 1100, 1600], "1280", MediaQuality.high, [MediaQuality.mid, .low]),
        ([426, 854, 1280, 2560], [600, 1100, 1600, 9000], "1280", .mid, [.mid, .high, .low]),
        ([426, 1280, 854], [600, 1100, 1600], "1280", .mid, [.high, .low]), ([426], [600], "426", .low, []),
    ])
    func `the quality belongs to the file that a later policy chose`(
        widths: [Int], bitrates: [Int], chosen: String, quality: MediaQuality, alternatives: [MediaQuality]
    ) {
        let files = zip(widths, bitrates).map { media("\($0)", bitrate: $1, width: $0, height: $0 * 9 / 16) }
        let policy = DownloadTimeMedia(previous: nil).then(FittingMedia(width: 1280, height: 720))
        let decision = policy.decide(for: Linear(mediaFiles: files))
        #expect(decision.file?.id == chosen)
        #expect(decision.quality == quality)
        #expect(decision.alternatives.map(\.quality) == alternatives)
    }

    /// ADS-116 and ADS-134: a single file is used for all qualities, and the wanted quality is recorded.
    @Test(arguments: rows) func `a single file represents every quality`(row: Row) throws {
        let record = try #require(DownloadRecord(seconds: row.seconds, quality: row.previous))
        let decision = DownloadTimeMedia(previous: record).decide(for: Linear(mediaFiles: [media("a")]))
        #expect(decision.file?.id == "a" && decision.quality == row.next)
    }

    @Test func `a policy without the ladder gives no quality`() {
        let decision = FittingMedia(width: 1280, height: 720).decide(for: Self.threeFiles)
        #expect(decision.quality == nil && decision.alternatives.allSatisfy { $0.quality == nil })
    }

    /// ADS-116: other types are ignored. Without any file the code is 403.
    @Test func `other types, streams, programs and mezzanines are never chosen`() {
        let linear = Linear(
            mediaFiles: [
                media("webm", type: "video/webm"), media("hls", delivery: .streaming),
                media("vpaid", apiFramework: "VPAID"),
            ], mezzanines: [Mezzanine(url: "https://m.example/raw", type: "video/mp4")])
        let decision = DownloadTimeMedia(previous: nil).decide(for: linear)
        #expect(decision.file == nil)
        #expect(decision.error == .noUsableMedia)
        #expect(decision.quality == nil)
        #expect(
            decision.refused.map(\.reason) == [.program, .type("video/webm"), .delivery(.streaming), .mezzanine])
    }

    @Test func `files without a bitrate come first on the ladder, ordered by pixels`() {
        let ladder = QualityLadder([
            media("told", bitrate: 100), media("large", width: 1280, height: 720),
            media("small", width: 640, height: 360), media("absurd", bitrate: -5, width: .max, height: .max),
        ])
        #expect([ladder.low, ladder.mid, ladder.high].map(\.?.id) == ["small", "large", "told"])
    }
}

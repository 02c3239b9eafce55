import Foundation

/// The frames of an MP3 sound (ISO/IEC 11172-3). Tags before and behind them, which hold names and pictures, are dropped.
enum SoundStructure {
    private static let leastFrames = 3
    /// In kbit/s, of layer III: of MPEG 1, and of MPEG 2 and 2.5.
    private static let rates = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// - Throws: ``PublishingError`` with `malformed`.
    static func read(_ data: Data) throws(PublishingError) -> Data {
        let file = ByteReader(data)
        var start = 0
        if file.word(0, 3) == "ID3" {
            var length = 0
            for index in 6..<10 {
                guard let byte = file.byte(index), byte < 0x80 else { throw damaged }
                length = length << 7 | byte
            }
            start = 10 + length
        }
        var (end, frames) = (start, 0)
        while let length = frame(file, end), file.has(end, length) {
            end += length
            frames += 1
        }
        guard frames >= leastFrames else { throw damaged }
        return Data(file.bytes[start..<end])
    }

    /// The bytes of the frame at an offset; `nil` when there is none.
    private static func frame(_ file: ByteReader, _ offset: Int) -> Int? {
        guard let head = file.big(offset, 4), head >> 21 == 0x7FF, head >> 17 & 3 == 1 else { return nil }
        let (version, rate, frequency) = (head >> 19 & 3, head >> 12 & 15, head >> 10 & 3)
        guard version != 1, (1...14).contains(rate), frequency < 3 else { return nil }
        let isFirst = version == 3
        let hertz = [44_100, 48_000, 32_000][frequency] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let length = (isFirst ? 144_000 : 72_000) * rates[isFirst ? 0 : 1][rate] / hertz + (head >> 9 & 1)
        return length > 4 ? length : nil
    }

    private static let damaged = PublishingError(
        .malformed, "The sound is damaged or incomplete. Export it again as MP3 or M4A.")
}

/// A file with captions (WebVTT).
enum CaptionsStructure {
    /// - Throws: ``PublishingError`` with `malformed`.
    static func read(_ data: Data) throws(PublishingError) -> Data {
        guard let text = String(validating: data, as: UTF8.self), !text.contains("\0"), text.contains("-->") else {
            throw PublishingError(
                .malformed,
                "The captions are no WebVTT file: it is UTF-8 text that begins with WEBVTT and has times with -->.")
        }
        return Data(text.utf8)
    }
}

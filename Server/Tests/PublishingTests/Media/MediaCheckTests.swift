import Foundation
import PlatformStore
import Testing

@testable import Publishing

/// Which files are taken, by their bytes, and what becomes of them.
@Suite struct MediaCheckTests {
    private static func prepared(_ data: Data, as format: MediaFormat? = nil) throws -> PreparedMedia {
        try PreparedMedia(data, focus: .init(), as: format)
    }

    private static func refusal(_ data: Data) -> PublishingError? {
        do {
            _ = try prepared(data)
            return nil
        } catch {
            return error as? PublishingError
        }
    }

    private static func contains(_ data: Data, _ words: String) -> Bool { data.range(of: Data(words.utf8)) != nil }

    @Test(arguments: [MediaFormat.png, .jpeg, .webp])
    func `a picture is decoded and written again, with its variants`(_ format: MediaFormat) throws {
        let made = try Self.prepared(try TestFiles.encoded(format, width: 1500, height: 1000))
        #expect(made.main.format == format && made.main.size == ImageSize(width: 1500, height: 1000))
        #expect(made.page?.size == ImageSize(width: 1200, height: 800))
        #expect(made.card?.size == ImageSize(width: 960, height: 480))
        #expect(made.thumbnail?.size == ImageSize(width: 320, height: 320))
        for file in [made.main, made.page, made.card, made.thumbnail] {
            let file = try #require(file)
            #expect(try MediaFormat(file.data) == format)
            #expect(try PictureHeader(file.data, format).size == file.size)
        }
    }

    @Test func `a small picture is not made larger`() throws {
        let made = try Self.prepared(try TestFiles.png(width: 90, height: 60))
        #expect(made.page == nil)
        #expect(made.card?.size == ImageSize(width: 90, height: 45))
        #expect(made.thumbnail?.size == ImageSize(width: 60, height: 60))
    }

    @Test(arguments: [(10_000, 10_000), (20_000, 10), (10, 10_001), (8_000, 8_000), (2_000_000_000, 2_000_000_000)])
    func `a picture of too many pixels is refused by its head`(_ width: Int, _ height: Int) throws {
        let error = try #require(Self.refusal(TestFiles.pngHead(width: width, height: height)))
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("\(width) × \(height) pixels") && error.message.contains("40 million"))
    }

    @Test func `a bomb within the bounds is decoded, and one beyond them is not`() throws {
        let small = try TestFiles.png(width: 6000, height: 6000, isPlain: true)
        #expect(small.count < 1_000_000, "the pixels are a hundred times larger")
        #expect(try Self.prepared(small).main.size == ImageSize(width: 6000, height: 6000))
        let bomb = try TestFiles.png(width: 7000, height: 7000, isPlain: true)
        #expect(Self.refusal(bomb)?.code == .tooLarge)
    }

    @Test func `packed texts and profiles are not unpacked`() throws {
        let bomb = try TestFiles.zlib(Data(count: 20_000_000))
        let chunks =
            TestFiles.chunk("zTXt", Data("Comment\0\0".utf8) + bomb)
            + TestFiles.chunk("iCCP", Data("Profile\0\0".utf8) + bomb)
        let file = try TestFiles.png(width: 4, height: 4, extra: chunks)
        let pixels = PNGStructure.pixels(ByteReader(file))
        #expect(pixels == (try TestFiles.png(width: 4, height: 4)))
        #expect(try Self.prepared(file).main.data.count < 1000)
    }

    @Test func `a moving picture keeps its frames and nothing else`() throws {
        let made = try Self.prepared(TestFiles.gif(frames: 3, comment: "made at home") + Data("<script>".utf8))
        #expect(made.main.format == .gif && made.card?.format == .png)
        #expect(!Self.contains(made.main.data, "made at home") && !Self.contains(made.main.data, "<script>"))
        #expect(try PictureHeader(made.main.data, .gif).frames == 3)
        #expect(try Self.prepared(TestFiles.gif(frames: 1)).main.format == .png, "a still picture needs no GIF")
    }

    @Test func `a moving picture of too many frames or pixels is refused`() throws {
        let many = try #require(Self.refusal(TestFiles.gif(frames: 100_000)))
        #expect(many.code == .tooLarge && many.message.contains("500 frames"))
        let large = try #require(Self.refusal(TestFiles.gif(frames: 100, side: 3000)))
        #expect(large.code == .tooLarge && large.message.contains("200 million"))
    }

    @Test func `a photograph is turned, and forgets its place`() throws {
        let photograph = try TestFiles.photograph(width: 80, height: 40, orientation: 6)
        #expect(Self.contains(photograph, "GPS 47.1"))
        let made = try Self.prepared(photograph)
        #expect(made.main.size == ImageSize(width: 40, height: 80))
        for file in [made.main, made.card, made.thumbnail] {
            let data = try #require(file?.data)
            #expect(!Self.contains(data, "Exif") && !Self.contains(data, "GPS 47.1"))
        }
    }

    @Test func `what follows a picture's end is dropped`() throws {
        let script = Data("<script>alert(1)</script>".utf8)
        for format in [MediaFormat.png, .jpeg, .webp] {
            let file = try TestFiles.encoded(format, width: 20, height: 20) + script
            let data = try Self.prepared(file).main.data
            #expect(!Self.contains(data, "script"), "\(format)")
        }
        let comment = TestFiles.chunk("tEXt", Data("Comment\0<script>alert(1)</script>".utf8))
        let made = try Self.prepared(try TestFiles.png(width: 4, height: 4, extra: comment))
        #expect(!Self.contains(made.main.data, "script"))
    }

    @Test(arguments: [MediaFormat.png, .jpeg, .webp, .gif])
    func `a picture that ends early is refused`(_ format: MediaFormat) throws {
        let whole = format == .gif ? TestFiles.gif(frames: 2) : try TestFiles.encoded(format, width: 64, height: 64)
        for part in [whole.count / 2, whole.count - 5] {
            let error = try #require(Self.refusal(Data(whole.prefix(part))), "\(part) bytes")
            #expect(error.code == .malformed)
        }
    }

    @Test func `an SVG picture is refused with the reason and a way`() throws {
        let error = try #require(Self.refusal(TestFiles.svg))
        #expect(error.code == .malformed && error.message.contains("scripts") && error.message.contains("PNG"))
    }

    @Test(arguments: [
        Data(), Data("hello".utf8), Data("<!doctype html><script>".utf8), Data("%PDF-1.7".utf8), Data("MZ".utf8),
    ])
    func `a file of another kind is refused`(_ data: Data) { #expect(Self.refusal(data)?.code == .malformed) }

    @Test func `a picture of a phone's own format is refused with a way`() throws {
        let error = try #require(Self.refusal(TestFiles.box("ftyp", Data("heic\0\0\0\0".utf8))))
        #expect(error.message.contains("HEIC") && error.message.contains("JPEG"))
    }

    @Test func `a JPEG picture with very many scans is refused`() throws {
        var data = try TestFiles.encoded(.jpeg, width: 16, height: 16)
        let scan = try #require(data.range(of: Data([0xFF, 0xDA])))
        let scans = Data(data[scan.lowerBound..<(data.endIndex - 2)])
        for _ in 0..<100 { data.insert(contentsOf: scans, at: scan.lowerBound) }
        #expect(Self.refusal(data)?.message.contains("scans") == true)
    }

    /// What stands between a marker without parameters and the next marker is no segment to a decoder.
    @Test(arguments: [0x00, 0x01, 0x02, 0xBF, 0xD0, 0xD7, 0xD8] as [UInt8])
    func `a JPEG picture hides no other size from the check`(_ code: UInt8) throws {
        let picture = try TestFiles.encoded(.jpeg, width: 8, height: 8)
        let large = try TestFiles.encoded(.jpeg, width: 100, height: 100)
        let hidden = Data(large.dropFirst(2).dropLast(2))
        let length = hidden.count + 2
        let segment = Data([0xFF, code, UInt8(length >> 8), UInt8(length & 255)]) + hidden
        let file = Data(picture.prefix(2)) + segment + Data(picture.dropFirst(2))
        #expect(throws: PublishingError.self) { try PictureHeader(file, .jpeg) }
        #expect(Self.refusal(file)?.code == .malformed)
    }

    @Test(arguments: [0x00, 0x01, 0x02, 0xD0, 0xD7] as [UInt8])
    func `a JPEG picture hides no scans from the check`(_ code: UInt8) throws {
        let picture = try TestFiles.encoded(.jpeg, width: 8, height: 8)
        let start = try #require(picture.range(of: Data([0xFF, 0xDA]))).lowerBound
        let scan = Data(picture[start..<(picture.endIndex - 2)])
        var hidden = Data()
        for _ in 0..<100 { hidden += scan }
        let length = min(hidden.count + 2, 65_535)
        let segment = Data([0xFF, code, UInt8(length >> 8), UInt8(length & 255)]) + hidden
        let file = Data(picture.dropLast(2)) + segment + Data([0xFF, 0xD9])
        let error = try #require(Self.refusal(file))
        #expect(error.code == .malformed)
        // Behind 0, 0xD0 and 0xD7 the scan goes on for every reader, so the scans are found and counted.
        #expect(error.message.contains("scans") == ![0x01, 0x02].contains(code))
    }

    @Test func `a picture with a palette becomes a WebP picture`() throws {
        for data in [TestFiles.gif(frames: 1), try TestFiles.indexed(width: 6, height: 4)] {
            let made = try Self.prepared(data, as: .webp)
            #expect(try MediaFormat(made.main.data) == .webp)
        }
    }

    @Test func `a stored picture that is larger than an upload is cut again`() throws {
        let data = try TestFiles.png(width: 30, height: 20, extra: TestFiles.chunk("zzZz", Data(count: 10 << 20)))
        #expect(Self.refusal(data)?.code == .tooLarge)
        let made = try PreparedMedia(variantsOf: data, focus: .init(x: 0, y: 0))
        #expect(made.main.data == data && made.card?.size == ImageSize(width: 30, height: 15))
        let bomb = TestFiles.pngHead(width: 9000, height: 9000)
        #expect(throws: PublishingError.self) { try PreparedMedia(variantsOf: bomb, focus: .init()) }
    }

    @Test func `a video keeps its structure and forgets its place`() throws {
        let made = try Self.prepared(TestFiles.movie(place: "+47.1+008.2/") + Data("junk".utf8))
        #expect(made.main.format == .mp4 && made.main.size == ImageSize(width: 640, height: 360))
        #expect(!Self.contains(made.main.data, "+47.1") && !Self.contains(made.main.data, "junk"))
        #expect(made.main.data.count == TestFiles.movie(place: "+47.1+008.2/").count, "no offset moves")
    }

    @Test func `a movie file without a video track is a sound`() throws {
        #expect(try Self.prepared(TestFiles.movie(codec: "mp4a", handler: "soun", brand: "M4A ")).main.format == .m4a)
        let made = try Self.prepared(TestFiles.sound(frames: 20, tag: "home address") + Data("TAGhome".utf8))
        #expect(made.main.format == .mp3 && made.main.data == TestFiles.sound(frames: 20))
        #expect(try Self.prepared(TestFiles.captions).main.format == .vtt)
    }

    @Test(arguments: [
        TestFiles.movie(codec: "vp09"), Data(TestFiles.movie().prefix(200)), TestFiles.box("ftyp", Data("isom".utf8)),
        TestFiles.sound(frames: 2), Data("WEBVTT but nothing else".utf8),
        TestFiles.movie() + TestFiles.movie().prefix(12),
    ])
    func `a damaged or unknown video or sound is refused`(_ data: Data) {
        #expect(Self.refusal(data)?.code == .malformed)
    }

    @Test(arguments: [
        (500, 500, 250, 0), (0, 500, 0, 0), (1000, 0, 500, 0), (900, 1000, 500, 0),
    ])
    func `crops keep the focus and stay inside`(_ x: Int, _ y: Int, _ left: Int, _ top: Int) {
        let crop = PictureCrop.around(
            .init(x: x, y: y), of: ImageSize(width: 1000, height: 500), for: ImageSize(width: 320, height: 320))
        #expect(crop.part == DecodedPicture.Rectangle(x: left, y: top, width: 500, height: 500))
        #expect(crop.size == ImageSize(width: 320, height: 320))
    }
}

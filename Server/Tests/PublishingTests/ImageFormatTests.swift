import Foundation
import Testing

@testable import Publishing

@Suite struct ImageFormatTests {
    @Test(arguments: [
        (#"<svg width="20" height="10.9"/>"#, ImageSize(width: 20, height: 10)),
        (#"<svg viewBox="0 0 30 15"/>"#, ImageSize(width: 30, height: 15)),
        (#"<svg viewBox="0,0,30,15"/>"#, ImageSize(width: 30, height: 15)),
        (#"<svg viewBox="0 0 -1e300 1"/>"#, nil), (#"<svg viewBox="0 0 1 -inf"/>"#, nil),
        (#"<svg viewBox="0 0 nan 1"/>"#, nil), (#"<svg viewBox="0 0 1e300 1"/>"#, nil),
        (#"<svg viewBox="0 0 0 0"/>"#, nil), (#"<svg viewBox="0 0 1"/>"#, nil),
        (#"<svg width="99999999999999999999" height="1"/>"#, nil),
    ])
    func `a drawing has its stated size, or none when the size is invalid`(text: String, size: ImageSize?) throws {
        let format = try #require(ImageFormat(Data(text.utf8)))
        #expect(format.mediaType == "image/svg+xml")
        #expect(format.size == size)
    }
}

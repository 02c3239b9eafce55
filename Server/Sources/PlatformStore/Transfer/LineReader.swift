import Foundation

/// Reads a file line by line.
///
/// Not for several threads at once.
final class LineReader {
    private static let pieceSize = 1024 * 1024
    /// Far above every row: an article or a document has some megabytes.
    private static let longestLine = 64 * 1024 * 1024

    private let file: FileHandle
    private let path: String
    private var buffer = Data()
    /// How far the buffer was searched for the end of a line.
    private var searched = 0

    init(_ url: URL) throws(StoreError) {
        path = url.path
        do { file = try FileHandle(forReadingFrom: url) } catch {
            throw StoreError(.storage, "cannot open \(url.path)", cause: error)
        }
    }

    /// The next line without its end; `nil` behind the last.
    func next() throws(StoreError) -> Data? {
        while true {
            if let end = buffer[(buffer.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    buffer = buffer[(end + 1)...]
                    searched = 0
                }
                return buffer[..<end]
            }
            searched = buffer.count
            guard searched <= Self.longestLine else {
                throw StoreError(.damaged, "\(path) has a line that is longer than every row")
            }
            let piece: Data?
            do { piece = try file.read(upToCount: Self.pieceSize) } catch {
                throw StoreError(.storage, "cannot read \(path)", cause: error)
            }
            guard let piece, !piece.isEmpty else {
                guard buffer.isEmpty else { throw StoreError(.damaged, "\(path) ends within a line") }
                return nil
            }
            // What was read before goes, so that the buffer does not grow with the file.
            if buffer.startIndex > 0 { buffer = Data(buffer) }
            buffer += piece
        }
    }
}

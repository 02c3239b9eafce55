import ArgumentParser
import Foundation

/// A file that is named on the command line.
enum TextFile {
    /// Reads a text, and at most one byte more than `maximum`, even from a pipe or device.
    static func read(_ path: String, maximum: Int) throws -> String {
        var data = Data()
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            // A pipe can return fewer bytes than requested; only an empty read is its end.
            while data.count <= maximum, let part = try file.read(upToCount: maximum + 1 - data.count), !part.isEmpty {
                data += part
            }
        } catch {
            throw ValidationError("\(path) cannot be read")
        }
        guard data.count <= maximum else {
            throw ValidationError("\(path) has more than \(maximum) bytes, which is the limit")
        }
        guard let text = String(data: data, encoding: .utf8) else { throw ValidationError("\(path) is not UTF-8") }
        return text
    }
}

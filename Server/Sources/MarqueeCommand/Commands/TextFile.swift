import ArgumentParser
import Foundation

/// A file that somebody names on the command line.
enum TextFile {
    /// Reads a text; never more than one byte beyond what it may have, whatever the name stands for.
    static func read(_ path: String, maximum: Int) throws -> String {
        var data = Data()
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            // A pipe gives what it has; only nothing is its end.
            while data.count <= maximum, let part = try file.read(upToCount: maximum + 1 - data.count), !part.isEmpty {
                data += part
            }
        } catch {
            throw ValidationError("\(path) cannot be read")
        }
        guard data.count <= maximum else {
            throw ValidationError("\(path) has more than \(maximum) bytes, the most that are taken")
        }
        guard let text = String(data: data, encoding: .utf8) else { throw ValidationError("\(path) is not UTF-8") }
        return text
    }
}

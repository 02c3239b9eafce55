import Foundation
import MarqueeCore

/// An empty file beside `placements.sqlite3`, there while the user is opted out, so that an opt-out survives damage to that
/// file.
struct OptOutFile: Sendable {
    static let name = "placements.opted-out"

    private let file: URL

    init(_ environment: Environment) { file = environment.folder.appending(path: Self.name) }

    /// `true` if that cannot be known.
    var exists: Bool { !DurableFile.isMissing(file) }

    func create() throws(MarqueeError) {
        do { try DurableFile.replace(file, with: Data()) {} } catch {
            throw MarqueeError(.storage, "the copy of the opt-out could not be written", cause: error)
        }
    }

    func remove() throws(MarqueeError) {
        do { try DurableFile.remove(file) } catch {
            throw MarqueeError(.storage, "the copy of the opt-out could not be removed", cause: error)
        }
    }
}

import Foundation

/// A copy of the refused purposes in a file beside `state.sqlite3`, so that an opt-out survives damage to the state
/// file.
///
/// While nothing is refused, there is no file.
struct RefusalFile: Sendable {
    static let name = "consent"

    /// What the file says.
    enum Content: Sendable, Equatable {
        case nothing
        case refused(Set<Consent.Purpose>)
        case unreadable
    }

    /// In bytes; the names of all purposes need less.
    private static let maximumSize = 1_024

    private let file: URL
    private let reached: @Sendable (FaultPoint) throws -> Void

    init(_ environment: Environment) {
        file = environment.folder.appending(path: Self.name)
        reached = environment.reached
    }

    func read() -> Content {
        if DurableFile.isMissing(file) { return .nothing }
        let data = DurableFile.read(file, maximum: Self.maximumSize)
        return data.flatMap(Consent.Purpose.purposes).map(Content.refused) ?? .unreadable
    }

    /// Replaces the file; on disk when this returns.
    func store(_ refused: Set<Consent.Purpose>) throws(MarqueeError) {
        do {
            guard let data = Consent.Purpose.data(refused) else { return try DurableFile.remove(file) }
            try DurableFile.replace(file, with: data) { try reached(.refusalWritten) }
        } catch {
            throw MarqueeError(.storage, "the copy of the refused purposes could not be written", cause: error)
        }
    }
}

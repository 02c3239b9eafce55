import PlatformStore

/// Says when the log of a device changes, whichever server wrote to it.
///
/// The store is asked, not this server's memory: several servers over one database receive the requests of a device.
struct ConsoleChanges: Sendable {
    /// Half a second: a request is on the page within two.
    private static let period = Duration.milliseconds(500)

    let placements: any PlacementStore
    let app: String
    let device: String

    /// Ends with its task. The first element comes at once: something may have changed since the reader looked.
    func stream() -> AsyncStream<String> {
        let (placements, app, device) = (placements, app, device)
        return AsyncStream { continuation in
            let watching = Task {
                var known: String?
                while !Task.isCancelled {
                    // While the store does not answer, nothing changes.
                    if let mark = try? await placements.requestsMark(app: app, device: device), mark != known {
                        continuation.yield(mark)
                        known = mark
                    }
                    try? await Task.sleep(for: Self.period)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in watching.cancel() }
        }
    }
}

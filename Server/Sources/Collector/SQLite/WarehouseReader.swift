import Dispatch
import Foundation
import PlatformStore
import Synchronization

/// Answers questions to the warehouse's file, one after the other, beside its writer.
///
/// Simultaneous questions wait for each other, so that they take one core and no thread that answers requests.
final class WarehouseReader: Sendable {
    private let connection: Mutex<SQLiteConnection>
    private let queue = DispatchQueue(label: "marquee.reports")

    init(_ url: URL) throws(StoreError) {
        connection = Mutex(try SQLiteConnection(path: url.path))
    }

    /// Runs a question on a thread that may wait for the disk.
    func answer<Value: Sendable>(
        _ question: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try connection.withLock { (connection) throws(StoreError) in try question(connection) }
        }
    }
}

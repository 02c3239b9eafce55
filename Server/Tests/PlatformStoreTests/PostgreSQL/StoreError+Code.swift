@testable import PlatformStore

/// The error that `body` throws; `nil` when it returns.
func storeError(_ body: () async throws -> some Any) async -> StoreError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? StoreError
    }
}

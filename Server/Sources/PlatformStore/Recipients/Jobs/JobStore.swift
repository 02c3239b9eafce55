public import Foundation

/// Jobs and their files.
///
/// Files are kept in the database and not among the objects: they are full of personal data, must be erasable, and each
/// server over the database needs them.
public protocol JobStore: Sendable {
    /// Stores a file for an import, in place of one of the same name.
    /// - Parameters:
    ///   - content: at most 64 MiB.
    ///   - name: 1 to 200 bytes, without a slash.
    /// - Throws: `nameNotValid`; `invalid` for a larger file; `fileInUse` while a job needs the earlier file; `tooMany`
    ///   beyond 2,000 files or 1 GiB of them; `notFound` for an app that does not exist.
    func storeFile(_ content: JobFileContent, name: String, app: String, by who: String) async throws(StoreError)
        -> JobFile

    /// The files of an app, by name.
    func files(app: String) async throws(StoreError) -> [JobFile]

    /// A part of a file.
    /// - Returns: at most 256 KiB from an offset on; empty behind the end.
    /// - Throws: `noFile`.
    func read(_ name: String, app: String, from offset: Int) async throws(StoreError) -> Data

    /// - Throws: `noFile`; `fileInUse` while a job needs it.
    func removeFile(_ name: String, app: String, by who: String) async throws(StoreError)

    /// Asks for work, which one of the servers begins soon.
    /// - Throws: `calculatedRecently`, `noList`, `noFile`, `noColumn`; `tooMany` for more than 500 columns, and beyond 100
    ///   jobs of an app that wait.
    func create(_ work: JobWork, app: String, by who: String) async throws(StoreError) -> JobRecord

    /// The jobs of an app, the newest first.
    /// - Parameter limit: 1 to 1000.
    func jobs(app: String, limit: Int) async throws(StoreError) -> [JobRecord]

    /// - Throws: `noJob`.
    func job(_ id: Int64, app: String) async throws(StoreError) -> JobRecord

    /// The first 1,000 refused rows.
    /// - Throws: `noJob`.
    func refusals(of job: Int64, app: String) async throws(StoreError) -> [JobRefusal]

    /// Deletes a job; one that runs stops before its next step.
    /// - Throws: `noJob`.
    func remove(_ job: Int64, app: String, by who: String) async throws(StoreError)

    /// Carries out jobs that wait, or that a server left when it died, until there is none.
    ///
    /// Each step of a job is one transaction, which also stores how far the job is: a job that is begun again goes on
    /// where the last step ended, and no step happens twice.
    /// - Returns: the jobs that ended.
    func runDue() async throws(StoreError) -> [JobRecord]
}

extension JobStore {
    /// Stores a file whose bytes are in memory.
    public func storeFile(_ data: Data, name: String, app: String, by who: String) async throws(StoreError) -> JobFile {
        try await storeFile(JobFileContent(data), name: name, app: app, by: who)
    }
}

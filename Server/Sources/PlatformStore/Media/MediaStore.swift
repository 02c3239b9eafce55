public import MarqueeWire

/// What is known of the files of hubs. Every change writes an audit entry in its own transaction.
public protocol MediaStore: Sendable {
    /// The files of an app without the variants made of them, the newest first; files of imports come last, by name.
    func files(app: String) async throws(StoreError) -> [MediaFile]

    /// One file; `nil` for an asset that is a variant, and for none.
    func file(_ uri: ContentURI, app: String) async throws(StoreError) -> MediaFile?

    /// Some files; URIs without an asset are left out.
    func files(_ uris: [ContentURI], app: String) async throws(StoreError) -> [MediaFile]

    /// The file of a hub that came as these bytes, or from this address.
    /// - Parameters:
    ///   - digest: the SHA-256 of the bytes as they arrived, in hexadecimal; `nil` to look for the address.
    ///   - address: the whole address that it was fetched from.
    ///   - hub: the hub's id.
    ///   - app: the app it belongs to.
    func media(digest: String?, address: String?, hub: String, app: String) async throws(StoreError) -> MediaRecord?

    /// Stores a record with the assets made for it, whose objects are in the object store already. Variants that the
    /// record names no longer are deleted.
    /// - Parameters:
    ///   - media: the record.
    ///   - assets: the file and its variants, as far as they are new.
    ///   - expectedVersion: the version that was read, 0 for a record that is not stored yet.
    ///   - who: the name in the audit log.
    /// - Returns: the record with its new version.
    /// - Throws: `versionConflict`, `alreadyExists`, `notFound` when there is no such hub or asset, `invalid` also for a
    ///   poster that is no picture of the hub, and for captions that are none.
    func save(_ media: MediaRecord, assets: [AssetRecord], expectedVersion: Int, by who: String)
        async throws(StoreError) -> MediaRecord

    /// Deletes a file with everything made of it. Videos lose it as their poster or captions.
    /// - Throws: `notFound`.
    func delete(_ uri: ContentURI, app: String, by who: String) async throws(StoreError)

    /// The files with a record that were stored before a time and that nothing shows: no saved or live text of an
    /// article, no content unit, no template of the app, and no video or sound as its poster or captions. Earlier
    /// versions in histories may show them.
    func unused(before time: Timestamp, app: String) async throws(StoreError) -> [MediaFile]

    /// Deletes those of the files that are unused, in one transaction.
    /// - Parameters:
    ///   - uris: the files.
    ///   - time: files that were stored later stay.
    ///   - app: the app they belong to.
    ///   - who: the name in the audit log, which has an entry for each file.
    /// - Returns: the deleted files.
    func deleteUnused(_ uris: Set<ContentURI>, before time: Timestamp, app: String, by who: String)
        async throws(StoreError) -> [ContentURI]

    /// The articles of the file's hub whose saved or live text names it or what was made of it, by title, then the videos
    /// that it belongs to and the content units that show it; at most 200.
    func uses(of uri: ContentURI, app: String) async throws(StoreError) -> [MediaUse]
}

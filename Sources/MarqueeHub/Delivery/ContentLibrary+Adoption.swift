import Foundation
import MarqueeCore
import MarqueeWire

extension ContentLibrary {
    /// Activates a complete content file that is newer than the stored release.
    ///
    /// The candidates are the app's pre-cached file and, when the state file was lost, the files of earlier refreshes.
    /// Each candidate is verified completely first. An unusable pre-cached file is reported; an unusable file of an
    /// earlier refresh is not, because an interrupted refresh may leave one.
    func adoptContentFiles() {
        var candidates = state.withLock { $0.trust.content == nil } ? folder.contentFiles().map(folder.file) : []
        if let precached = source.precached { candidates.append(precached) }
        for file in candidates {
            do throws(RefreshError) {
                try adoptIfNewer(file)
            } catch {
                if file == source.precached { changed(.precachedRefused(error.code, message: error.message)) }
            }
        }
    }

    private func adoptIfNewer(_ file: URL) throws(RefreshError) {
        // The label is read first, because opening the database reads much more of the file.
        guard isWorthAdopting(try ContentLabel(file, scope: source.scope, anchors: source.anchors)) else { return }
        let database = try ContentDatabase(file, scope: source.scope, anchors: source.anchors)
        defer { database.close() }
        guard isWorthAdopting(database.label) else { return }
        try database.verifyObjects()
        do { try adopt(database, from: file) } catch {
            throw RefreshError.storage("the content file could not be stored", error)
        }
    }

    /// Whether a file is newer than the active release, not older than the accepted version, and on the same chain of
    /// roots.
    ///
    /// When the active release is damaged, a file with the accepted release is enough.
    private func isWorthAdopting(_ label: ContentLabel) -> Bool {
        state.withLock { state in
            let pointer = label.fresh.release
            guard state.chain.continues(label.chain) || label.chain.continues(state.chain) else { return false }
            if let accepted = state.trust.marks.release {
                guard pointer.version > accepted.version || pointer == accepted else { return false }
            }
            return state.isDamaged || pointer.version > (state.trust.content?.version ?? 0)
        }
    }

    private func adopt(_ database: ContentDatabase, from file: URL) throws {
        let label = database.label
        let pointer = label.fresh.release
        let name = ContentFolder.fileName(version: pointer.version, release: pointer.object.sha256)
        if file != folder.file(name) {
            StagingDatabase.remove(folder.staging)
            try FileManager.default.copyItem(at: file, to: folder.staging)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.staging.path)
            try DurableFile.synchronize(folder.staging)
            try DurableFile.move(folder.staging, to: folder.file(name))
        }
        var (trust, chain) = state.withLock { ($0.trust, $0.chain) }
        if label.chain.version > chain.version {
            chain = label.chain
            trust.roots = chain.documents
        }
        let isNewer = label.fresh.version > trust.marks.fresh
        if isNewer {
            trust.fresh = label.documents.fresh
            trust.etag = nil
            trust.marks.fresh = label.fresh.version
            trust.marks.release = pointer
            trust.marks.time = max(trust.marks.time, label.fresh.issued)
        }
        trust.activate(
            TrustState.Content(file: name, version: pointer.version, release: pointer.object.sha256),
            release: database.catalog.release)
        try TrustStore(folder: folder, reached: { _ in }).save(trust)
        state.withLock { [trust, chain] state in
            state.trust = trust
            state.chain = chain
            if isNewer { state.fresh = label.fresh }
            state.isReady = true
            state.isDamaged = false
        }
    }
}

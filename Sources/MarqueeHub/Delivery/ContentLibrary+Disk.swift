import MarqueeCore

extension ContentLibrary {
    /// The bytes that stored and staged releases take.
    var diskUsage: Int64 { folder.usage() }

    /// Deletes what is not the last verified release: a staged one, and earlier ones that no presentation shows.
    ///
    /// Deletes nothing during a refresh, whose files these may be; a refresh itself ends with what it no longer needs.
    /// - Returns: the bytes that were freed.
    func evict() -> Int64 {
        state.withLock { state in
            guard state.refresh == nil else { return 0 }
            let before = folder.usage()
            StagingDatabase.remove(folder.staging)
            folder.sweep(keeping: state.trust.content?.file)
            return max(0, before - folder.usage())
        }
    }
}

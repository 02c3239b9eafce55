import MarqueeCore

extension ContentLibrary {
    /// The size of all stored and staged releases, in bytes.
    var diskUsage: Int64 { folder.usage() }

    /// Deletes the staged release, and earlier releases that no presentation shows. The active release stays.
    ///
    /// Deletes nothing during a refresh, because the refresh may use these files. A refresh deletes old files itself
    /// when it ends.
    /// - Returns: the number of freed bytes.
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

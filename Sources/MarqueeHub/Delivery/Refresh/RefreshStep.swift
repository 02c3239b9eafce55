public import MarqueeCore

/// The named steps of a refresh: wherever the process is killed or the disk fails, the next start finds exactly one
/// complete verified release.
///
/// A refresh passes them in this order; state is stored twice, when a newer signed state is accepted and when its
/// release is activated.
public enum RefreshStep: String, Sendable, CaseIterable {
    /// A next root is verified, once per root; nothing of it is stored yet.
    case rootReceived = "refresh.root_received"
    /// The service answered for its signed state, be it that nothing is new.
    case freshReceived = "refresh.fresh_received"
    /// The new state lies beside the old one.
    case stateWritten = "refresh.state_written"
    /// The new state is the one a restart reads.
    case stateFlipped = "refresh.state_flipped"
    /// The file that the new release is gathered in is open; an interrupted download goes on in it.
    case stagingOpened = "refresh.staging_opened"
    /// The release document is verified.
    case releaseReceived = "refresh.release_received"
    /// The manifests are verified, so what is missing is known.
    case manifestsReceived = "refresh.manifests_received"
    /// What the stored release shares with the new one is copied.
    case objectsReused = "refresh.objects_reused"
    /// Once per downloaded object.
    case objectStaged = "refresh.object_staged"
    /// Everything is in the staged file, which is closed.
    case databaseAssembled = "refresh.database_assembled"
    /// Everything was read back from the staged file and proven.
    case databaseVerified = "refresh.database_verified"
    /// The staged file is on the disk, under its old name.
    case databaseSynchronized = "refresh.database_synchronized"
    /// The content file has its name; nothing points to it yet.
    case databaseNamed = "refresh.database_named"
    /// The new release is active.
    case activated = "refresh.activated"
    /// What no snapshot reads any more is deleted; reached after a refusal as well.
    case oldFilesRemoved = "refresh.old_files_removed"

    /// The step as a place where tests let things go wrong.
    public var point: FaultPoint { FaultPoint(rawValue) }
}

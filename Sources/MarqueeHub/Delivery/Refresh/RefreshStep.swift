public import MarqueeCore

/// The named steps of a refresh: wherever the process is killed or the disk fails, the next start finds exactly one
/// complete verified release.
///
/// A refresh passes them in this order; state is stored twice, when a newer signed state is accepted and when its
/// release is activated.
public enum RefreshStep: String, Sendable, CaseIterable {
    case rootReceived = "refresh.root_received"
    case freshReceived = "refresh.fresh_received"
    /// The new state lies beside the old one.
    case stateWritten = "refresh.state_written"
    /// The new state is the one a restart reads.
    case stateFlipped = "refresh.state_flipped"
    case stagingOpened = "refresh.staging_opened"
    case releaseReceived = "refresh.release_received"
    case manifestsReceived = "refresh.manifests_received"
    /// What the stored release shares with the new one is copied.
    case objectsReused = "refresh.objects_reused"
    /// Once per downloaded object.
    case objectStaged = "refresh.object_staged"
    case databaseAssembled = "refresh.database_assembled"
    case databaseVerified = "refresh.database_verified"
    case databaseSynchronized = "refresh.database_synchronized"
    /// The content file has its name; nothing points to it yet.
    case databaseNamed = "refresh.database_named"
    /// The new release is active.
    case activated = "refresh.activated"
    case oldFilesRemoved = "refresh.old_files_removed"

    /// The step as a place where tests let things go wrong.
    public var point: FaultPoint { FaultPoint(rawValue) }
}

public import MarqueeCore

/// The named steps of a refresh.
///
/// If the process is killed or the disk fails at any step, the next start finds exactly one complete verified release.
///
/// A refresh passes the steps in this order. It stores the state twice: when it accepts a newer signed state, and when
/// it activates that state's release.
public enum RefreshStep: String, Sendable, CaseIterable {
    /// The next root is verified but not stored yet. Passed once per root.
    case rootReceived = "refresh.root_received"
    /// The service answered the request for its signed state, even when nothing is new.
    case freshReceived = "refresh.fresh_received"
    /// The new state is written to a second file next to the old one.
    case stateWritten = "refresh.state_written"
    /// The new state replaced the old one. A restart reads it.
    case stateFlipped = "refresh.state_flipped"
    /// The staging file for the new release is open. An interrupted download continues in the same file.
    case stagingOpened = "refresh.staging_opened"
    /// The release document is verified.
    case releaseReceived = "refresh.release_received"
    /// The manifests are verified, so the missing objects are known.
    case manifestsReceived = "refresh.manifests_received"
    /// The objects that the stored release shares with the new one are copied.
    case objectsReused = "refresh.objects_reused"
    /// A downloaded object is staged. Passed once per object.
    case objectStaged = "refresh.object_staged"
    /// The staging file is complete and closed.
    case databaseAssembled = "refresh.database_assembled"
    /// The complete staging file was read again and verified.
    case databaseVerified = "refresh.database_verified"
    /// The staging file is flushed to disk, still under its old name.
    case databaseSynchronized = "refresh.database_synchronized"
    /// The content file has its final name. The state does not name it yet.
    case databaseNamed = "refresh.database_named"
    /// The new release is active.
    case activated = "refresh.activated"
    /// Files that no snapshot reads any longer are deleted. Passed also after a failed refresh.
    case oldFilesRemoved = "refresh.old_files_removed"

    /// The step as a point at which tests inject faults.
    public var point: FaultPoint { FaultPoint(rawValue) }
}

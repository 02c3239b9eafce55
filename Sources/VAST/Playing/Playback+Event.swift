extension Playback {
    /// What happened in the player, on the viewer's screen or in the app.
    ///
    /// Times in the ad count from its first frame, or from the moment an overlay appeared. Numbers of icons, overlays
    /// and verifications are indices in the planned ad's lists. Companions are counted from the complete ad outwards,
    /// see ``Playback/companion(at:)``.
    public enum Event: Sendable, Hashable {
        /// Media and assets are ready.
        case loaded
        /// The player is on screen, and the viewer waits. The ad starts as soon as it is loaded. Leave this out if the
        /// player starts by itself.
        case presented
        /// The first frame is on screen. `duration` is the file's duration; above 0 it replaces the document's.
        case started(duration: Duration?)
        /// The playhead moved by playing. Everything between the last and the new position counts as played.
        case timeChanged(Duration)
        /// The playhead moved by a seek. A seek backward is a rewind; a part skipped by a seek forward counts as not
        /// watched. Before a seek, report the last played position with ``timeChanged(_:)``, because only reported
        /// positions count as watched.
        case seeked(Duration)
        /// The viewer or the system paused the player. Do not report an ``Action/pause`` with it.
        case paused
        /// The viewer or the system resumed the player. Do not report an ``Action/play`` with it.
        case resumed
        /// The sound was switched off.
        case muted
        /// The sound was switched on.
        case unmuted
        /// The media buffer is empty. The next ``timeChanged(_:)`` ends the stall.
        case stalled
        /// Time has passed without another event. Send it about once a second while the viewer waits for media,
        /// otherwise a time-out is not noticed.
        case ticked
        /// The app left the screen or was interrupted. Video stops; audio and hybrid ads continue.
        case backgrounded
        /// The app is in the foreground again. This also ends a visit to an opened page.
        case foregrounded
        /// The viewer closed a page that ``Action/open(_:)`` opened within the app.
        case returned
        /// The share of the player on screen, 0 to 1. A value that is not a number counts as 0.
        case visibilityChanged(Double)
        /// The media reached its natural end, or the player removed an overlay.
        case ended
        /// The player failed. The code is one of 400 to 405 for media, of 500 to 503 for an overlay.
        case failed(ErrorCode)
        /// The viewer used the skip control. Ignored before ``Action/showSkipControl``.
        case skipped
        /// The viewer closed the ad, its end card, or a failed player. Closing always takes effect. A player offers it
        /// after ``Action/showCloseControl``, and for an overlay at any time.
        case closed
        /// The viewer tapped the ad's button or picture.
        case clicked
        /// An interactive creative reports a click that does not open a page.
        case interacted
        /// The viewer accepted the invitation of an interactive creative.
        case invitationAccepted
        /// The player fills the screen.
        case fullscreenEntered
        /// The player left full screen.
        case fullscreenExited
        /// The creative expanded.
        case expanded
        /// The creative collapsed to its first size.
        case collapsed
        /// The creative was minimised, with a control to bring it back.
        case minimized
        /// An interactive file started.
        case interactiveStarted
        /// An interactive file was not run (409) or failed (902). The video continues.
        case interactiveFailed(ErrorCode)
        /// An icon is on screen.
        case iconShown(Int)
        /// An icon was tapped.
        case iconClicked(Int)
        /// An icon cannot be shown. The next one of its programme replaces it.
        case iconFailed(Int)
        /// The viewer closed the picture that replaced an icon's page.
        case iconFallbackClosed
        /// A companion is on screen.
        case companionShown(Int)
        /// A companion was tapped.
        case companionClicked(Int)
        /// A companion cannot be shown. The code is one of 600 to 604; any other counts as 600.
        case companionFailed(Int, ErrorCode)
        /// An overlay is on screen. Before the first frame of a video it is shown instead of the video.
        case overlayShown(Int)
        /// An overlay was tapped.
        case overlayClicked(Int)
        /// An overlay cannot be shown. The code is one of 500 to 503; any other counts as 500.
        case overlayFailed(Int, ErrorCode)
        /// A verification was not run.
        case verificationFailed(Int, Verification.Reason)
        /// The viewer agreed to watch for the reward.
        case messageAccepted
        /// The viewer closed a message about the reward.
        case messageClosed
        /// The picture of the current message could not be loaded.
        case messageImageFailed
        /// A prefetched ad will not be shown.
        case dropped
        /// The viewer watches the ad again, see ``Playback``. Optional, because nothing is counted a second time.
        case replayed
    }
}

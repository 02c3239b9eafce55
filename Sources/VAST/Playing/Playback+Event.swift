extension Playback {
    /// What happened in the player, to the viewer's screen or to the app.
    ///
    /// Times in the ad count from its first frame, or from the moment an overlay appeared. Numbers of icons, overlays
    /// and verifications are places in the planned ad's lists; companions are counted from the complete ad outwards,
    /// see ``Playback/companion(at:)``.
    public enum Event: Sendable, Hashable {
        /// Media and assets are ready.
        case loaded
        /// The player is on screen and the viewer waits: the ad is asked to begin as soon as it is loaded. A player
        /// that begins by itself leaves this out.
        case presented
        /// The first frame is seen; `duration` is the file's and goes before the document's when above 0.
        case started(duration: Duration?)
        /// The playhead moved by playing. A late one counts all that lies between.
        case timeChanged(Duration)
        /// The playhead moved by a seek; backward is a rewind, and what lies between forward was not watched. Say with
        /// ``timeChanged(_:)`` first where playing had come to: only what was said is known to be watched.
        case seeked(Duration)
        /// The viewer or the system paused the player. Not the answer to ``Action/pause``.
        case paused
        /// The viewer or the system let the player go on. Not the answer to ``Action/play``.
        case resumed
        /// The sound went off.
        case muted
        /// The sound came back.
        case unmuted
        /// Media ran dry; the next ``timeChanged(_:)`` says that it goes on.
        case stalled
        /// Time passed and nothing else happened. Say it about once a second while media keep the viewer waiting, or
        /// no one notices that it takes too long.
        case ticked
        /// The app left the screen, or was interrupted. Video stops; an ad of audio, or of both, plays on.
        case backgrounded
        /// The app is back; that ends the visit to an opened page as well.
        case foregrounded
        /// The viewer closed a page that ``Action/open(_:)`` opened within the app.
        case returned
        /// The share of the player on screen, 0 to 1; what is no number counts as not seen.
        case visibilityChanged(Double)
        /// The media played to its natural end, or an overlay was taken away by the player.
        case ended
        /// The player could not go on. The code is one of 400 to 405 for media, of 500 to 503 for an overlay.
        case failed(ErrorCode)
        /// The viewer used the skip control; ignored unless ``Action/showSkipControl`` came before.
        case skipped
        /// The viewer closed the ad, its end card, or a failed player. It is a fact and cannot be refused: a player
        /// offers it when ``Action/showCloseControl`` came, and an overlay's at any time.
        case closed
        /// The viewer tapped the ad's button or picture.
        case clicked
        /// A click that opens nothing, which an interactive creative reports.
        case interacted
        /// The viewer asked an interactive creative for more.
        case invitationAccepted
        /// The player fills the screen.
        case fullscreenEntered
        /// The player left full screen.
        case fullscreenExited
        /// The creative grew.
        case expanded
        /// The creative shrank to its first size.
        case collapsed
        /// The creative was made small, with a control left to bring it back.
        case minimized
        /// An interactive file runs.
        case interactiveStarted
        /// An interactive file was not run (409) or failed (902); the video goes on.
        case interactiveFailed(ErrorCode)
        /// An icon is on screen.
        case iconShown(Int)
        /// An icon was tapped.
        case iconClicked(Int)
        /// An icon cannot be shown; the next of its programme takes its place.
        case iconFailed(Int)
        /// The viewer closed the image that stood in for an icon's page.
        case iconFallbackClosed
        /// A companion is on screen.
        case companionShown(Int)
        /// A companion was tapped.
        case companionClicked(Int)
        /// A companion cannot be shown; the code is one of 600 to 604, any other counts as 600.
        case companionFailed(Int, ErrorCode)
        /// An overlay is on screen; before the first frame of a video it is shown in the video's stead.
        case overlayShown(Int)
        /// An overlay was tapped.
        case overlayClicked(Int)
        /// An overlay cannot be shown; the code is one of 500 to 503, any other counts as 500.
        case overlayFailed(Int, ErrorCode)
        /// A verification was not run.
        case verificationFailed(Int, Verification.Reason)
        /// The viewer wants to watch for the reward.
        case messageAccepted
        /// The viewer closed a message about the reward.
        case messageClosed
        /// The picture of the message on screen could not be loaded.
        case messageImageFailed
        /// A prefetched ad is not going to be shown.
        case dropped
        /// The viewer watches again, see ``Playback``; it may be left out, for nothing is counted a second time.
        case replayed
    }
}

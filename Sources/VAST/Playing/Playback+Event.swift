extension Playback {
    /// What happened in the player or to the app. Times in the ad count from its first frame.
    public enum Event: Sendable, Hashable {
        /// Media and assets are ready.
        case loaded
        /// The first frame is seen; `duration` is the file's and goes before the document's when above 0.
        case started(duration: Duration?)
        /// The playhead moved by playing.
        case timeChanged(Duration)
        /// The playhead moved by a seek; backward is a rewind.
        case seeked(Duration)
        case paused, resumed
        case muted, unmuted
        /// Media ran dry; the next ``timeChanged(_:)`` says that it goes on.
        case stalled
        case backgrounded, foregrounded
        /// The share of the player on screen, 0 to 1.
        case visibilityChanged(Double)
        /// The media played to its natural end.
        case ended
        /// The player could not go on.
        case failed(ErrorCode)
        case skipped
        /// The viewer closed the ad, or its end card.
        case closed
        /// The viewer tapped the ad's button or picture.
        case clicked
        /// A click that opens nothing.
        case interacted
        case invitationAccepted
        case fullscreenEntered, fullscreenExited
        case expanded, collapsed, minimized
        case interactiveStarted
        /// An icon is on screen, or was tapped; by its place in the plan.
        case iconShown(Int), iconClicked(Int)
        /// A companion is on screen, or was tapped; counted from the complete ad outwards.
        case companionShown(Int), companionClicked(Int)
        /// A companion cannot be shown; the code is one of 600 to 604.
        case companionFailed(Int, ErrorCode)
        /// An overlay is on screen, or was tapped; by its place in the plan.
        case overlayShown(Int), overlayClicked(Int)
        /// A verification was not run; by its place in the plan.
        case verificationFailed(Int, Verification.Reason)
        /// A prefetched ad is not going to be shown.
        case dropped
        /// The viewer watches again; nothing is counted a second time.
        case replayed
    }
}

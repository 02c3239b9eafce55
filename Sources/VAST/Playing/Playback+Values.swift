extension Playback {
    /// The position in the ad, from its first frame.
    public var playhead: Duration { progress.playhead }

    /// The duration of the file, or else of the document; `nil` while unknown.
    public var duration: Duration? { progress.duration }

    /// The time left to watch, never negative; `nil` while the duration is unknown.
    public var remaining: Duration? { progress.remaining }

    /// The countdown in seconds, rounded up: an ad of 10 s shows 10, 9, … and 0 at its end. `nil` while the duration is
    /// unknown.
    public var countdown: Int? { progress.remaining?.begunSeconds }

    /// The countdown of the skip control in seconds, rounded up; 0 when the viewer may skip, `nil` when the ad cannot
    /// be skipped.
    public var skipCountdown: Int? { progress.skipRemaining?.begunSeconds }

    /// Whether a click on the video opens a page. If not, hide its button.
    public var opensPage: Bool { rules.opensPages && ad.linear?.clickThrough != nil }

    /// The companion with this number in events and actions. The complete ad's companions come first, then those of the
    /// wrappers from the nearest to the outermost.
    public func companion(at index: Int) -> Sourced<Companion>? { stage.companions[index] }

    /// The resource of the companion to show, by ``Rules/resourcePreference``; `nil` when none can be shown.
    public func resource(ofCompanionAt index: Int) -> Resource? { stage.companions.resource(index) }
}

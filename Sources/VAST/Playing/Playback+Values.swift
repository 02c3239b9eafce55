extension Playback {
    /// Where the ad is, from its first frame.
    public var playhead: Duration { course.playhead }

    /// How long the ad is: the file's duration, else the document's; `nil` while nobody knows it.
    public var duration: Duration? { course.duration }

    /// What is left to watch, never negative; `nil` while the duration is unknown.
    public var remaining: Duration? { course.remaining }

    /// What a countdown shows, in begun seconds: an ad of 10 s shows 10, 9, … and 0 at its end. `nil` while the
    /// duration is unknown.
    public var countdown: Int? { course.remaining?.begunSeconds }

    /// What a skip control that is not open yet shows, in begun seconds; 0 once the viewer may skip, `nil` when the ad
    /// cannot be skipped.
    public var skipCountdown: Int? { course.skipRemaining?.begunSeconds }

    /// Whether a tap on the video opens a page; without one its button is hidden.
    public var opensPage: Bool { rules.opensPages && ad.linear?.clickThrough != nil }

    /// The companion that a number in events and actions means; the complete ad's come first, then those of the
    /// wrappers from the nearest to the outermost.
    public func companion(at index: Int) -> Sourced<Companion>? { stage.companions[index] }

    /// The resource of a companion that is to be shown, by ``Rules/resourcePreference``; `nil` when none can be.
    public func resource(ofCompanionAt index: Int) -> Resource? { stage.companions.resource(index) }
}

/// The part of an ad that plays instead of the content (VAST 4.3, section 3.8). In a wrapper only trackers, clicks and
/// icons are given.
public struct Linear: Sendable, Hashable {
    /// When the viewer may skip; `nil` for never.
    public var skipOffset: Offset?
    /// How long it plays; `nil` in a wrapper, and where a document lacks it.
    public var duration: Duration?
    /// In the document's order.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order.
    public var mediaFiles: [MediaFile]
    /// Sources for transcoding; never played (from 4.0 on).
    public var mezzanines: [Mezzanine]
    /// Interactive parts to run beside the video (from 4.0 on).
    public var interactiveFiles: [InteractiveFile]
    /// From 4.1 on.
    public var closedCaptions: [ClosedCaptions]
    /// What a click does.
    public var clicks: VideoClicks
    /// Marks of programmes such as AdChoices.
    public var icons: [Icon]
    /// Handed to an interactive creative.
    public var parameters: AdParameters?
    /// In the document's order; 3.0 has them here, later versions in the creative.
    public var extensions: [Extension]

    /// Makes a linear part; all is empty unless given.
    public init(
        skipOffset: Offset? = nil, duration: Duration? = nil, trackingEvents: [TrackingEvent] = [],
        mediaFiles: [MediaFile] = [], mezzanines: [Mezzanine] = [], interactiveFiles: [InteractiveFile] = [],
        closedCaptions: [ClosedCaptions] = [], clicks: VideoClicks = VideoClicks(), icons: [Icon] = [],
        parameters: AdParameters? = nil, extensions: [Extension] = []
    ) {
        self.skipOffset = skipOffset
        self.duration = duration
        self.trackingEvents = trackingEvents
        self.mediaFiles = mediaFiles
        self.mezzanines = mezzanines
        self.interactiveFiles = interactiveFiles
        self.closedCaptions = closedCaptions
        self.clicks = clicks
        self.icons = icons
        self.parameters = parameters
        self.extensions = extensions
    }
}

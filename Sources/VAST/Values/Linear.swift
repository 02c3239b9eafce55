/// The part of an ad that plays instead of the content (VAST 4.3, section 3.8). In a wrapper it only has trackers,
/// clicks and icons.
public struct Linear: Sendable, Hashable {
    /// When the viewer may skip; `nil` for never.
    public var skipOffset: Offset?
    /// The duration; `nil` in a wrapper or if the document has none.
    public var duration: Duration?
    /// In the document's order.
    public var trackingEvents: [TrackingEvent]
    /// In the document's order.
    public var mediaFiles: [MediaFile]
    /// Sources for transcoding, which are never played (from 4.0 on).
    public var mezzanines: [Mezzanine]
    /// Programs that run with the video (from 4.0 on).
    public var interactiveFiles: [InteractiveFile]
    /// From 4.1 on.
    public var closedCaptions: [ClosedCaptions]
    /// The addresses for clicks.
    public var clicks: VideoClicks
    /// The icons of programmes such as AdChoices.
    public var icons: [Icon]
    /// The text for an interactive creative.
    public var parameters: AdParameters?
    /// In the document's order. 3.0 has extensions here, later versions in the creative.
    public var extensions: [Extension]

    /// Lists that are not given are empty.
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

extension Linear {
    /// The element `Linear`.
    static func grammar(inWrapper: Bool) -> Grammar<Linear> {
        Grammar(
            { Linear(skipOffset: $0.offset("skipoffset")) }, children: children,
            required: inWrapper ? [] : required)
    }

    private static let required = [
        Requirement<Linear>("the Duration of a Linear") { $0.duration != nil },
        Requirement<Linear>("a MediaFile of a Linear") { !$0.mediaFiles.isEmpty },
        Requirement<Linear>("delivery, type, width and height of a MediaFile") { linear in
            linear.mediaFiles.allSatisfy {
                $0.delivery != nil && !$0.type.isEmpty && $0.width != nil && $0.height != nil
            }
        },
    ]

    private static let interactiveFile = Child<Linear>.leaf { linear, leaf in
        if let file = InteractiveFile(leaf) { linear.interactiveFiles.append(file) }
    }

    private static let children: Children<Linear> = [
        "Duration": .leaf { $0.duration = $0.duration ?? ScalarText.duration($1.text) },
        "TrackingEvents": .group(TrackingEvent.children { $0.trackingEvents.append($1) }),
        "AdParameters": .leaf { $0.parameters = $0.parameters ?? AdParameters($1) },
        "VideoClicks": .group([
            "ClickThrough": .leaf { $0.clicks.through = $0.clicks.through ?? $1.click },
            "ClickTracking": .leaf { linear, leaf in if let click = leaf.click { linear.clicks.tracking.append(click) }
            },
            "CustomClick": .leaf { linear, leaf in if let click = leaf.click { linear.clicks.custom.append(click) } },
        ]),
        "MediaFiles": .group([
            "MediaFile": .leaf { linear, leaf in if let file = MediaFile(leaf) { linear.mediaFiles.append(file) } },
            "Mezzanine": .leaf { linear, leaf in if let file = Mezzanine(leaf) { linear.mezzanines.append(file) } },
            "InteractiveCreativeFile": interactiveFile,
            "ClosedCaptionFiles": .group([
                "ClosedCaptionFile": .leaf { linear, leaf in
                    if let file = ClosedCaptions(leaf) { linear.closedCaptions.append(file) }
                }
            ]),
        ]),
        // A wrapper has no media files that could contain it.
        "InteractiveCreativeFile": interactiveFile,
        "Icons": .group(["Icon": .part(Icon.grammar) { $0.icons.append($1) }]),
        "CreativeExtensions": .group(Extension.children { $0.extensions.append($1) }),
    ]
}

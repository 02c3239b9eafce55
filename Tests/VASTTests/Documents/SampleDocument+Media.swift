@testable import VAST

extension SampleDocument {
    /// Files of linear creatives.
    static let media = [
        SampleDocument(
            "3.0: three sizes of a film",
            Wrapped.linear(
                """
                <MediaFiles><MediaFile delivery="progressive" type="video/mp4" codec="avc1.4d401e" bitrate="596" width="426"
                height="240">https://m.example/lo.mp4</MediaFile><MediaFile delivery="progressive" type="VIDEO/MP4"
                minBitrate="900" maxBitrate="1300" width="854" height="480">https://m.example/me.mp4</MediaFile>
                <MediaFile delivery="Progressive" type="video/mp4" bitrate="1628" width="1280" height="720">
                https://m.example/hi.mp4</MediaFile></MediaFiles>
                """, version: "3.0"),
            .linear(
                Document.Version(3, 0),
                Linear(mediaFiles: [
                    MediaFile(
                        url: "https://m.example/lo.mp4", type: "video/mp4", codec: "avc1.4d401e", bitrate: 596,
                        width: 426, height: 240),
                    MediaFile(
                        url: "https://m.example/me.mp4", type: "video/mp4", minimumBitrate: 900, maximumBitrate: 1300,
                        width: 854, height: 480),
                    MediaFile(
                        url: "https://m.example/hi.mp4", type: "video/mp4", bitrate: 1628, width: 1280, height: 720),
                ]))),
        SampleDocument(
            "4.1: a stream, a picture in three dimensions, sound",
            Wrapped.linear(
                """
                <MediaFiles><MediaFile delivery="streaming" type="application/x-mpegURL" width="1920" height="1080"
                minBitrate="400" maxBitrate="8000" mediaType="2D">https://m.example/a.m3u8</MediaFile>
                <MediaFile delivery="streaming" type="application/dash+xml" width="1920" height="1080" mediaType="360"
                fileSize="0">https://m.example/a.mpd</MediaFile><MediaFile delivery="progressive" type="audio/mp4" width="0"
                height="0" fileSize="345670" bitrate="128.9">https://m.example/a.m4a</MediaFile></MediaFiles>
                """, version: "4.1"),
            .linear(
                Document.Version(4, 1),
                Linear(mediaFiles: [
                    MediaFile(
                        url: "https://m.example/a.m3u8", delivery: .streaming, type: "application/x-mpegurl",
                        minimumBitrate: 400, maximumBitrate: 8000, width: 1920, height: 1080, mediaType: "2D"),
                    MediaFile(
                        url: "https://m.example/a.mpd", delivery: .streaming, type: "application/dash+xml",
                        width: 1920, height: 1080, size: 0, mediaType: "360"),
                    MediaFile(
                        url: "https://m.example/a.m4a", type: "audio/mp4", bitrate: 128, width: 0, height: 0,
                        size: 345_670),
                ]))),
        SampleDocument(
            "4.0: a mezzanine beside the film",
            Wrapped.linear(
                """
                <MediaFiles><Mezzanine id="m" delivery="progressive" type="video/mov" width="1920" height="1080"
                codec="prores" fileSize="90000000" mediaType="2D">https://m.example/raw.mov</Mezzanine>
                <Mezzanine delivery="streaming" type="video/mxf" width="3840" height="2160">https://m.example/raw.mxf
                </Mezzanine><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">
                https://m.example/a.mp4</MediaFile></MediaFiles>
                """, version: "4.0"),
            .linear(
                Document.Version(4, 0),
                Linear(
                    mediaFiles: [
                        MediaFile(url: "https://m.example/a.mp4", type: "video/mp4", width: 640, height: 360)
                    ],
                    mezzanines: [
                        Mezzanine(
                            url: "https://m.example/raw.mov", id: "m", type: "video/mov", width: 1920, height: 1080,
                            codec: "prores", size: 90_000_000, mediaType: "2D"),
                        Mezzanine(
                            url: "https://m.example/raw.mxf", delivery: .streaming, type: "video/mxf", width: 3840,
                            height: 2160),
                    ]))),
        SampleDocument(
            "4.2: a programme beside the film",
            Wrapped.linear(
                """
                <MediaFiles><InteractiveCreativeFile type="text/html" apiFramework="SIMID" variableDuration="true">
                https://m.example/simid.html</InteractiveCreativeFile><InteractiveCreativeFile>https://m.example/b
                </InteractiveCreativeFile></MediaFiles>
                """),
            .linear(
                Linear(interactiveFiles: [
                    InteractiveFile(
                        url: "https://m.example/simid.html", type: "text/html", apiFramework: "SIMID",
                        hasVariableDuration: true),
                    InteractiveFile(url: "https://m.example/b"),
                ]))),
        SampleDocument(
            "4.3: a programme within the document",
            Wrapped.linear(
                """
                <MediaFiles><InteractiveCreativeFile type="text/html" apiFramework="SIMID"><![CDATA[
                data:text/html,<p title="a">b &amp; c</p> ]]></InteractiveCreativeFile></MediaFiles>
                """, version: "4.3"),
            .linear(
                Document.Version(4, 3),
                Linear(interactiveFiles: [
                    InteractiveFile(
                        url: "data:text/html,<p title=\"a\">b &amp; c</p>", type: "text/html", apiFramework: "SIMID")
                ]))),
        SampleDocument(
            "4.1: closed captions",
            Wrapped.linear(
                """
                <MediaFiles><ClosedCaptionFiles><ClosedCaptionFile type="text/srt" language="en">https://m.example/en.srt
                </ClosedCaptionFile><ClosedCaptionFile type="Text/VTT" language="zh-TW">https://m.example/zh.vtt
                </ClosedCaptionFile><ClosedCaptionFile/></ClosedCaptionFiles></MediaFiles>
                """, version: "4.1"),
            .linear(
                Document.Version(4, 1),
                Linear(closedCaptions: [
                    ClosedCaptions(url: "https://m.example/en.srt", type: "text/srt", language: "en"),
                    ClosedCaptions(url: "https://m.example/zh.vtt", type: "text/vtt", language: "zh-TW"),
                ]))),
        SampleDocument(
            "3.0: VPAID beside a film",
            Wrapped.linear(
                """
                <MediaFiles><MediaFile delivery="progressive" type="application/javascript" apiFramework="VPAID" width="1"
                height="1">https://m.example/vpaid.js</MediaFile></MediaFiles>
                """, version: "3.0"),
            .linear(
                Document.Version(3, 0),
                Linear(mediaFiles: [
                    MediaFile(
                        url: "https://m.example/vpaid.js", type: "application/javascript", width: 1, height: 1,
                        apiFramework: "VPAID")
                ]))),
    ]
}

extension Composer {
    mutating func linear(_ creative: Creative, inWrapper: Bool) throws(WriteError) -> [Markup] {
        guard let linear = creative.linear else { return [] }
        return try within("Linear") { composer throws(WriteError) in
            let children =
                composer.isNew
                ? try composer.newLinear(linear, inWrapper: inWrapper)
                : try composer.oldLinear(linear, of: creative, inWrapper: inWrapper)
            let hasOffset = composer.isNew || !inWrapper
            composer.leaveOut("@skipoffset", if: !hasOffset && linear.skipOffset != nil)
            let offset = hasOffset ? try composer.offset(linear.skipOffset, "skipoffset") : nil
            return [Markup("Linear", ["skipoffset": offset], children)]
        }
    }

    private mutating func newLinear(_ linear: Linear, inWrapper: Bool) throws(WriteError) -> [Markup] {
        let head = try icons(linear.icons) + trackingEvents(linear.trackingEvents)
        let clicks = Markup.group("VideoClicks", self.clicks(linear.clicks, inWrapper: inWrapper))
        guard !inWrapper else {
            leaveOutMaterial(of: linear)
            return head + clicks
        }
        let files = try mediaFiles(linear)
        return try head + parameters(linear.parameters) + [duration(linear)] + files + clicks
    }

    private mutating func oldLinear(_ linear: Linear, of creative: Creative, inWrapper: Bool) throws(WriteError)
        -> [Markup]
    {
        let moved = movedExtensions(creative, linear)
        let extensions = creativeExtensions(creative.extensions + linear.extensions, adding: moved)
        let icons = try self.icons(linear.icons)
        let events = try trackingEvents(linear.trackingEvents)
        let clicks = Markup.group("VideoClicks", self.clicks(linear.clicks, inWrapper: inWrapper))
        guard !inWrapper else {
            leaveOutMaterial(of: linear)
            return extensions + icons + events + clicks
        }
        leaveOut("MediaFiles/ClosedCaptionFiles", if: !linear.closedCaptions.isEmpty)
        let duration = try self.duration(linear)
        let files = try each(linear.mediaFiles, "MediaFile") { composer, file throws(WriteError) in
            try composer.mediaFile(file)
        }
        return icons + extensions + [duration] + events + parameters(linear.parameters) + clicks
            + Markup.group("MediaFiles", files)
    }

    /// A wrapper has nothing to play. In 3.0 the files that are moved into extensions stay.
    private mutating func leaveOutMaterial(of linear: Linear) {
        leaveOut("Duration", if: linear.duration != nil)
        leaveOut("AdParameters", if: linear.parameters != nil)
        leaveOut("MediaFiles/MediaFile", if: !linear.mediaFiles.isEmpty)
        leaveOut("MediaFiles/ClosedCaptionFiles", if: !linear.closedCaptions.isEmpty)
        guard isNew else { return }
        leaveOut("MediaFiles/Mezzanine", if: !linear.mezzanines.isEmpty)
        leaveOut("MediaFiles/InteractiveCreativeFile", if: !linear.interactiveFiles.isEmpty)
    }

    private func duration(_ linear: Linear) throws(WriteError) -> Markup {
        let duration = try required(linear.duration, "a Duration")
        return .text("Duration", try time(duration, "Duration") ?? "")
    }

    /// The parts that 3.0 has only as extensions.
    private func movedExtensions(_ creative: Creative, _ linear: Linear) -> [Markup] {
        func moved(_ name: String, _ children: [Markup]) -> [Markup] {
            children.isEmpty ? [] : [Markup("CreativeExtension", ["type": name], children)]
        }
        return moved("UniversalAdId", creative.universalIDs.map { universalID($0) })
            + moved("Mezzanine", linear.mezzanines.map { mezzanine($0) })
            + moved("InteractiveCreativeFile", linear.interactiveFiles.map { interactiveFile($0) })
    }

    /// The click-through comes second in 4.2 and first in 3.0. Wrappers of 3.0 have none.
    private mutating func clicks(_ clicks: VideoClicks, inWrapper: Bool) -> [Markup] {
        let tracking = clicks.tracking.map { Markup.url("ClickTracking", $0.url, ["id": $0.id]) }
        let custom = clicks.custom.map { Markup.url("CustomClick", $0.url, ["id": $0.id]) }
        var through = clicks.through.map { [Markup.url("ClickThrough", $0.url, ["id": $0.id])] } ?? []
        if inWrapper, !isNew, !through.isEmpty {
            leaveOut("VideoClicks/ClickThrough", if: true)
            through = []
        }
        return isNew ? tracking + through + custom : through + tracking + custom
    }

    private mutating func mediaFiles(_ linear: Linear) throws(WriteError) -> [Markup] {
        guard !linear.mediaFiles.isEmpty else { throw missing("a MediaFile") }
        let captions = linear.closedCaptions.map {
            Markup.url("ClosedCaptionFile", $0.url, ["type": $0.type, "language": $0.language])
        }
        let files = try each(linear.mediaFiles, "MediaFile") { composer, file throws(WriteError) in
            try composer.mediaFile(file)
        }
        let sources = try each(linear.mezzanines, "Mezzanine") { composer, file throws(WriteError) in
            try composer.checked(file)
        }
        let programs = linear.interactiveFiles.map { interactiveFile($0) }
        return [
            Markup("MediaFiles", [:], Markup.group("ClosedCaptionFiles", captions) + files + sources + programs)
        ]
    }

    private mutating func mediaFile(_ file: MediaFile) throws(WriteError) -> Markup {
        guard !file.type.isEmpty else { throw missing("the type of a MediaFile") }
        if !isNew {
            leaveOut("@fileSize", if: file.size != nil)
            leaveOut("@mediaType", if: file.mediaType != nil)
        }
        return .url(
            "MediaFile", file.url,
            [
                "id": file.id, "delivery": try required(file.delivery, "the delivery of a MediaFile").rawValue,
                "type": file.type, "bitrate": text(file.bitrate), "minBitrate": text(file.minimumBitrate),
                "maxBitrate": text(file.maximumBitrate),
                "width": text(try required(file.width, "the width of a MediaFile, 0 for sound")),
                "height": text(try required(file.height, "the height of a MediaFile, 0 for sound")),
                "scalable": text(file.isScalable), "maintainAspectRatio": text(file.keepsAspectRatio),
                "apiFramework": file.apiFramework, "codec": file.codec,
                "fileSize": isNew ? text(file.size) : nil, "mediaType": isNew ? file.mediaType : nil,
            ])
    }

    private func checked(_ file: Mezzanine) throws(WriteError) -> Markup {
        guard !file.type.isEmpty else { throw missing("the type of a Mezzanine") }
        _ = try required(file.delivery, "the delivery of a Mezzanine")
        _ = try required(file.width, "the width of a Mezzanine")
        _ = try required(file.height, "the height of a Mezzanine")
        return mezzanine(file)
    }

    private func mezzanine(_ file: Mezzanine) -> Markup {
        .url(
            "Mezzanine", file.url,
            [
                "id": file.id, "delivery": file.delivery?.rawValue, "type": file.type.isEmpty ? nil : file.type,
                "width": text(file.width), "height": text(file.height), "codec": file.codec,
                "fileSize": text(file.size), "mediaType": file.mediaType,
            ])
    }

    private func interactiveFile(_ file: InteractiveFile) -> Markup {
        .url(
            "InteractiveCreativeFile", file.url,
            [
                "type": file.type, "apiFramework": file.apiFramework,
                "variableDuration": file.hasVariableDuration ? "true" : nil,
            ])
    }
}

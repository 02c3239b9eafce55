extension Composer {
    mutating func icons(_ icons: [Icon]) throws(WriteError) -> [Markup] {
        let children = try each(icons, "Icon") { composer, icon throws(WriteError) in try composer.markup(icon) }
        return Markup.group("Icons", children)
    }

    private mutating func markup(_ icon: Icon) throws(WriteError) -> Markup {
        if !isNew { try requireAttributes(icon) }
        let altText = wording("@altText", icon.altText)
        let hoverText = wording("@hoverText", icon.hoverText)
        leaveOut("@pxratio", if: !isNew && icon.pixelRatio != nil)
        let children =
            resources(icon.resources) + Markup.group("IconClicks", iconClicks(icon))
            + icon.viewTracking.map { .url("IconViewTracking", $0) }
        return Markup(
            "Icon",
            [
                "program": icon.program, "width": text(icon.width), "height": text(icon.height),
                "xPosition": try position(icon.x, "left", "right"), "yPosition": try position(icon.y, "top", "bottom"),
                "duration": try time(icon.duration, "duration"), "offset": try time(icon.offset, "offset"),
                "apiFramework": icon.apiFramework,
                "pxratio": isNew ? try decimal(icon.pixelRatio, "pxratio") : nil,
                "altText": altText, "hoverText": hoverText,
            ], children)
    }

    /// The texts of an icon. In 4.2 only the specification has them, not the schema; 3.0 has none.
    private mutating func wording(_ attribute: String, _ words: String?) -> String? {
        guard isNew else {
            leaveOut(attribute, if: words != nil)
            return nil
        }
        return writesBeyondSchema(attribute, words != nil) ? words : nil
    }

    private func requireAttributes(_ icon: Icon) throws(WriteError) {
        _ = try required(icon.program, "the program of an Icon")
        _ = try required(icon.width, "the width of an Icon")
        _ = try required(icon.height, "the height of an Icon")
        _ = try required(icon.x, "the xPosition of an Icon")
        _ = try required(icon.y, "the yPosition of an Icon")
    }

    private mutating func iconClicks(_ icon: Icon) -> [Markup] {
        let through = Markup.url("IconClickThrough", icon.clickThrough)
        guard isNew else {
            leaveOut("IconClickFallbackImages", if: !icon.fallbackImages.isEmpty)
            let hasIDs = writesBeyondSchema("IconClickTracking/@id", icon.clickTracking.contains { $0.id != nil })
            let tracking = icon.clickTracking.map {
                Markup.url("IconClickTracking", $0.url, ["id": hasIDs ? $0.id : nil])
            }
            return tracking + through
        }
        let images = icon.fallbackImages.map { image in
            let altText = image.altText.map { [Markup.text("AltText", $0)] } ?? []
            return Markup(
                "IconClickFallbackImage", ["height": text(image.height), "width": text(image.width)],
                altText + Markup.url("StaticResource", image.url))
        }
        return Markup.group("IconClickFallbackImages", images) + through
            + icon.clickTracking.map { .url("IconClickTracking", $0.url, ["id": $0.id]) }
    }

    private func position(_ position: Icon.Position?, _ start: String, _ end: String) throws(WriteError) -> String? {
        switch position {
        case nil: return nil
        case .start: return start
        case .end: return end
        case .pixels(let pixels):
            guard pixels >= 0 else { throw invalid("The position of an Icon is \(pixels), below 0.") }
            return "\(pixels)"
        }
    }
}

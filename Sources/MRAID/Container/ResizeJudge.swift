/// Checks resize properties against a layout, in the order of the standard.
struct ResizeJudge {
    let layout: Container.Layout
    let version: Container.Version

    /// The new frame of the ad and the position of its close region.
    struct Outcome: Hashable {
        var frame: Container.Rectangle
        var closePosition: ClosePosition
    }

    /// Returns the outcome, or the first rule that is broken.
    ///
    /// If no part of the ad may be off the screen, the ad is first moved onto the screen and then checked there, so its
    /// close region is always on the screen. An ad larger than the screen is always an error, because moving it does
    /// not help.
    func judge(_ properties: ResizeProperties) -> Result<Outcome, Fault> {
        do throws(Fault) {
            return .success(try outcome(properties))
        } catch {
            return .failure(error)
        }
    }

    private func outcome(_ properties: ResizeProperties) throws(Fault) -> Outcome {
        let width = try number(properties.width, "width")
        let height = try number(properties.height, "height")
        let offsetX = try number(properties.offsetX, "offsetX")
        let offsetY = try number(properties.offsetY, "offsetY")
        for (extent, name) in [(width, "width"), (height, "height")] where extent < CloseRegion.side {
            throw Fault("\(name) is less than 50")
        }
        let position = version == .v2 ? properties.closePosition : .topRight
        let screen = Container.Rectangle(layout.maxSize)
        let asked = Container.Rectangle(
            x: layout.defaultPosition.x + offsetX, y: layout.defaultPosition.y + offsetY, width: width, height: height)
        let fits = width <= screen.size.width && height <= screen.size.height
        guard fits else { throw Fault("The ad would be larger than the screen allows") }
        let frame = properties.allowsOffscreen ? asked : shifted(asked, into: screen)
        if properties.allowsOffscreen, !screen.contains(position.region(in: frame)) {
            throw Fault("The close region would be off the screen", isOfPlace: true)
        }
        return Outcome(frame: frame, closePosition: position)
    }

    private func number(_ value: Double?, _ name: String) throws(Fault) -> Double {
        guard let value, value.isFinite else { throw Fault("\(name) is missing or not a number") }
        return value
    }

    private func shifted(_ frame: Container.Rectangle, into screen: Container.Rectangle) -> Container.Rectangle {
        var shifted = frame
        shifted.x = min(max(0, frame.x), screen.size.width - frame.size.width)
        shifted.y = min(max(0, frame.y), screen.size.height - frame.size.height)
        return shifted
    }

    /// A resize rule that the properties break.
    struct Fault: Error, Hashable {
        let message: String
        /// Whether the position is at fault rather than a value. MRAID 2.0 checks the position when the ad resizes.
        let isOfPlace: Bool

        init(_ message: String, isOfPlace: Bool = false) {
            self.message = message
            self.isOfPlace = isOfPlace
        }
    }
}

/// What the app's screen offers the ad, and where the app placed it.
public struct Layout: Sendable, Hashable {
    /// The device's whole screen in its present orientation.
    public var screenSize: Size
    /// The part of the screen that an ad may cover at most; positions are relative to it.
    public var maxSize: Size
    /// The ad's place in the state default.
    public var defaultPosition: Rectangle

    /// A layout; without `maxSize` an ad may cover the screen, without `defaultPosition` it does.
    public init(screenSize: Size, maxSize: Size? = nil, defaultPosition: Rectangle? = nil) {
        self.screenSize = screenSize
        self.maxSize = maxSize ?? screenSize
        self.defaultPosition = defaultPosition ?? Rectangle(self.maxSize)
    }
}

public import MarqueeWire

/// How a badge of one type looks: sizes and text, in points. An adapter draws what it says.
public struct BadgeRenderer: Sendable {
    /// What is drawn.
    public struct Drawing: Sendable, Hashable {
        /// The width in points; 0 draws nothing.
        public let width: Double
        /// The height in points; 0 draws nothing.
        public let height: Double
        /// The text in the middle.
        public let text: String

        /// A width or height that is negative or not a number becomes 0.
        public init(width: Double, height: Double, text: String) {
            (self.width, self.height) = (Self.size(width), Self.size(height))
            self.text = text
        }

        /// Nothing.
        public static let nothing = Drawing(width: 0, height: 0, text: "")

        /// The left and upper edge, so that the middle stays where it is.
        public func origin(aroundX x: Double, y: Double) -> (x: Double, y: Double) {
            (x - width / 2, y - height / 2)
        }

        /// The same drawing with whole pixels, so that its edges are sharp.
        /// - Parameter scale: pixels for each point, for example 2 or 3; 0 or less, or not a number, changes nothing.
        public func aligned(toScale scale: Double) -> Drawing {
            guard scale.isFinite, scale > 0 else { return self }
            return Drawing(
                width: (width * scale).rounded(.up) / scale, height: (height * scale).rounded(.up) / scale, text: text)
        }

        private static func size(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
    }

    private let draw: @Sendable (BadgeData, _ widthOfText: (String) -> Double) -> Drawing

    /// - Parameter draw: makes the drawing; `widthOfText` measures a text in bold type of 17 points.
    public init(draw: @escaping @Sendable (BadgeData, _ widthOfText: (String) -> Double) -> Drawing) {
        self.draw = draw
    }

    /// The red pill with the badge's value. The value `0` draws nothing.
    public static let badge = BadgeRenderer { data, widthOfText in
        guard !data.value.isEmpty, data.value != "0" else { return .nothing }
        return Drawing(width: max(widthOfText(data.value) + 20, 28), height: 28, text: data.value)
    }

    /// Draws nothing: for a type without a renderer.
    public static let blank = BadgeRenderer { _, _ in .nothing }

    /// The drawing for a content.
    public func drawing(_ content: BadgeData, widthOfText: (String) -> Double) -> Drawing {
        draw(content, widthOfText)
    }
}

/// The renderers by the type of badge.
public struct BadgeRenderers: Sendable {
    private var renderers = ["badge": BadgeRenderer.badge]

    /// Knows the type `badge`.
    public init() {}

    /// Draws a type by another renderer from its next change on; `nil` removes the renderer.
    public mutating func set(_ renderer: BadgeRenderer?, for type: String) { renderers[type] = renderer }

    /// The drawing of a badge; nothing for no content, and for a type without a renderer.
    public func drawing(_ content: BadgeData?, widthOfText: (String) -> Double) -> BadgeRenderer.Drawing {
        guard let content else { return .nothing }
        return renderers[content.type, default: .blank].drawing(content, widthOfText: widthOfText)
    }
}

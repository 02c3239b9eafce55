public import Foundation

/// What a placement shows: a template's address with the data it draws, and how the surface frames it.
public struct ContentUnit: Sendable, Hashable {
    /// How the unit comes on screen.
    public enum Transition: String, Sendable, CaseIterable {
        /// In a frame above the app, which stays visible around it.
        case dialog = "PH_DIALOG"
        /// Over the whole screen.
        case modal = "PH_MODAL"
    }

    /// Which way the screen is turned.
    public enum Orientation: String, Sendable, CaseIterable {
        /// Higher than wide.
        case portrait = "PH_PORTRAIT"
        /// Wider than high.
        case landscape = "PH_LANDSCAPE"
    }

    /// A rectangle of the screen, in points.
    public struct Rectangle: Sendable, Hashable {
        /// From the left edge.
        public let x: Double
        /// From the upper edge.
        public let y: Double
        /// 0 or more.
        public let width: Double
        /// 0 or more.
        public let height: Double

        /// In points; a negative width or height becomes 0.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = max(0, width)
            self.height = max(0, height)
        }
    }

    /// Where the unit stands on the screen.
    public enum Frame: Sendable, Hashable {
        /// It covers the screen.
        case fullScreen
        /// A rectangle for each orientation; a unit may have one of them, or none.
        case rectangles([Orientation: Rectangle])

        /// Whether there is a place for the unit in some orientation.
        public var isUsable: Bool { self != .rectangles([:]) }
    }

    /// The address of the template.
    public let url: URL
    /// How the unit comes on screen.
    public let transition: Transition
    /// Where it stands.
    public let frame: Frame
    /// The data of the unit, which its template gets unchanged.
    public let context: [String: JSONValue]
    /// After this time the close button appears, unless the template decides otherwise; above zero.
    public let closeDelay: Duration
    /// Requested when the person closes the unit with the native button.
    public let closePing: URL?
    /// For how long a preloaded unit may be shown; `nil` for as long as the app runs.
    public let validity: Duration?
    /// The images of the unit, which are fetched before it is shown; at most ``maximumImages``.
    public let images: [URL]

    /// The close delay of a unit that names none.
    public static let defaultCloseDelay = Duration.seconds(10)
    /// The most images that are fetched before a unit is shown: of 50 games, and two of the unit.
    public static let maximumImages = 52
    /// The longest delay and validity that are accepted, in seconds: 30 days.
    private static let longestSeconds = 2_592_000.0

    /// Reads the `response` of a content request.
    /// - Returns: `nil` without a usable `url`, `frame` or `transition`: there is no content.
    public init?(_ response: JSONValue) {
        guard let url = Self.url(response["url"]), let frame = response["frame"].flatMap(Frame.init),
            let transition = response["transition"]?.text
        else { return nil }
        self.url = url
        self.frame = frame
        // An unknown transition is shown as a dialog, so that every unit can be closed.
        self.transition = Transition(rawValue: transition) ?? .dialog
        context = response["context"]?.record ?? [:]
        closeDelay = Self.seconds(response["close_delay"]) ?? Self.defaultCloseDelay
        closePing = Self.url(response["close_ping"])
        validity = Self.seconds(response["valid_seconds"])
        images = (response["images"]?.list ?? []).prefix(Self.maximumImages).compactMap(Self.url)
    }

    /// The rectangle on a screen of this orientation. The other orientation's is used if the unit has only that one.
    /// - Returns: `nil` if the unit has no rectangle at all.
    public func rectangle(_ orientation: Orientation, screen: Rectangle) -> Rectangle? {
        switch frame {
        case .fullScreen: screen
        case .rectangles(let rectangles): rectangles[orientation] ?? rectangles.values.first
        }
    }

    private static func url(_ value: JSONValue?) -> URL? {
        guard let text = value?.text, let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        return url
    }

    private static func seconds(_ value: JSONValue?) -> Duration? {
        guard let seconds = value?.number, seconds > 0 else { return nil }
        return .seconds(min(seconds, longestSeconds))
    }
}

extension ContentUnit.Frame {
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .text("PH_FULLSCREEN"): self = .fullScreen
        case .record(let members) where members["PH_FULLSCREEN"] != nil: self = .fullScreen
        case .record(let members):
            let pairs = ContentUnit.Orientation.allCases.compactMap { orientation in
                members[orientation.rawValue].flatMap(ContentUnit.Rectangle.init).map { (orientation, $0) }
            }
            self = .rectangles(Dictionary(uniqueKeysWithValues: pairs))
        default: return nil
        }
    }
}

extension ContentUnit.Rectangle {
    fileprivate init?(_ value: JSONValue) {
        guard let x = value["x"]?.number, let y = value["y"]?.number, let width = value["w"]?.number,
            let height = value["h"]?.number
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

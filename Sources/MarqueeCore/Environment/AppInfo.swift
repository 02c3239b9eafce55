public import Foundation

/// The app and the device it runs on, as far as every capability may know and send it.
public struct AppInfo: Sendable, Hashable {
    /// What kind of device it is.
    public enum Idiom: String, Sendable, CaseIterable {
        /// Held in a hand.
        case phone
        /// Held in two hands.
        case tablet
        /// With a keyboard.
        case desktop
        /// In a living room.
        case television
        /// None of the others, or not known.
        case other
    }

    /// The size of the screen.
    public struct Screen: Sendable, Hashable {
        /// In points.
        public var width: Double
        /// In points.
        public var height: Double
        /// Pixels of a point.
        public var scale: Double

        /// A screen of this size.
        public init(width: Double, height: Double, scale: Double) {
            self.width = width
            self.height = height
            self.scale = scale
        }
    }

    /// `CFBundleDisplayName` or `CFBundleName`; empty outside of an app.
    public var name = ""
    /// `CFBundleIdentifier`; empty outside of an app.
    public var identifier = ""
    /// `CFBundleShortVersionString`; empty outside of an app.
    public var version = ""
    /// `CFBundleVersion`; `0` outside of an app, as remote lockdowns compare it.
    public var build = "0"
    /// As in `iOS`.
    public var system = ""
    /// As in `16.4.1`.
    public var systemVersion = ""
    /// The manufacturer's name of the model, as in `iPhone15,2`; not the name that its owner gave the device.
    public var model = ""
    /// The first language that the user prefers, as in `de-CH`.
    public var language = ""
    /// The region that the user has set, as in `CH`; empty when there is none.
    public var region = ""
    /// What kind of device it is.
    public var idiom = Idiom.other
    /// `nil` until an adapter has told it: a screen is the main thread's.
    public var screen: Screen?

    /// Nothing known; each property can be set.
    public init() {}

    /// What the system says of the app of `bundle`; reads no identifier of the device or its owner.
    public init(_ bundle: Bundle, locale: Locale = .current, preferredLanguages: [String] = Locale.preferredLanguages) {
        func text(_ key: String) -> String? { bundle.object(forInfoDictionaryKey: key) as? String }
        name = text("CFBundleDisplayName") ?? text("CFBundleName") ?? ""
        identifier = bundle.bundleIdentifier ?? ""
        version = text("CFBundleShortVersionString") ?? ""
        build = text("CFBundleVersion") ?? "0"
        system = Self.systemName
        let number = ProcessInfo.processInfo.operatingSystemVersion
        systemVersion = "\(number.majorVersion).\(number.minorVersion).\(number.patchVersion)"
        model = Self.machine
        language = preferredLanguages.first ?? locale.language.languageCode?.identifier ?? ""
        region = locale.region?.identifier ?? ""
        idiom = Self.idiom(of: model)
    }

    static func idiom(of model: String) -> Idiom {
        switch model {
        case _ where model.hasPrefix("iPhone") || model.hasPrefix("iPod"): .phone
        case _ where model.hasPrefix("iPad"): .tablet
        case _ where model.hasPrefix("AppleTV"): .television
        case _ where model.contains("Mac"): .desktop
        default: .other
        }
    }

    private static var systemName: String {
        #if os(iOS)
            "iOS"
        #elseif os(macOS)
            "macOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(Linux)
            "Linux"
        #else
            ""
        #endif
    }

    /// The hardware's name from the system; the simulated device's in a simulator.
    private static var machine: String {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        #if os(macOS)
            let key = "hw.model"
        #else
            let key = "hw.machine"
        #endif
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname(key, nil, &size, nil, 0) == 0, size > 1 else { return "" }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname(key, &bytes, &size, nil, 0) == 0 else { return "" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            _ = key
            return ""
        #endif
    }
}

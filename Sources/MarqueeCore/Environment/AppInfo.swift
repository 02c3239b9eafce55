public import Foundation

/// The facts about the app and its device that every capability may read and send.
public struct AppInfo: Sendable, Hashable {
    /// The kind of device.
    public enum Idiom: String, Sendable, CaseIterable {
        /// A phone, for example an iPhone.
        case phone
        /// A tablet, for example an iPad.
        case tablet
        /// A computer with a keyboard.
        case desktop
        /// A television, or a box connected to one.
        case television
        /// Another kind, or unknown.
        case other
    }

    /// The size of the screen.
    public struct Screen: Sendable, Hashable {
        /// In points.
        public var width: Double
        /// In points.
        public var height: Double
        /// Pixels per point.
        public var scale: Double

        /// Width and height in points, scale in pixels per point.
        public init(width: Double, height: Double, scale: Double) {
            self.width = width
            self.height = height
            self.scale = scale
        }
    }

    /// `CFBundleDisplayName` or `CFBundleName`; empty outside an app.
    public var name = ""
    /// `CFBundleIdentifier`; empty outside an app.
    public var identifier = ""
    /// `CFBundleShortVersionString`; empty outside an app.
    public var version = ""
    /// `CFBundleVersion`, which remote lockdowns compare; `0` outside an app.
    public var build = "0"
    /// The operating system, for example `iOS`.
    public var system = ""
    /// The system's version, for example `16.4.1`.
    public var systemVersion = ""
    /// The manufacturer's name of the model, for example `iPhone15,2`; never the name that the owner gave the device.
    public var model = ""
    /// The user's preferred language, for example `de-CH`.
    public var language = ""
    /// The user's region, for example `CH`; empty if no region is set.
    public var region = ""
    /// The kind of device, derived from the model.
    public var idiom = Idiom.other
    /// `nil` until an adapter or the app sets it, because only the main thread can read the screen.
    public var screen: Screen?

    /// All properties have their defaults and can be set.
    public init() {}

    /// Reads the properties from `bundle` and the system; never reads an identifier of the device or its owner.
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

    /// The system's name of the hardware; in a simulator, the name of the simulated device.
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

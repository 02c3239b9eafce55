/// What people call a browser and its system, from a `User-Agent` header.
enum BrowserName {
    // In this order: most browsers name the others, too.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("HeadlessChrome/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// "Firefox on Linux", or the beginning of a header that is not known.
    static func text(_ userAgent: String) -> String {
        guard !userAgent.isEmpty else { return "unknown" }
        guard let browser = browsers.first(where: { userAgent.contains($0.0) })?.1 else {
            return String(userAgent.prefix(40))
        }
        let system = systems.first { userAgent.contains($0.0) }?.1
        return system.map { "\(browser) on \($0)" } ?? browser
    }
}

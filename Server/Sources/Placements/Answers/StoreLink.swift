import Foundation

/// Links to Apple's store, which devices can open in a view of the app.
enum StoreLink {
    private static let hosts: Set = ["apps.apple.com", "itunes.apple.com"]

    /// The store's number of the product that a link leads to, such as 361309726 of
    /// `https://apps.apple.com/us/app/pages/id361309726`; `nil` for every other link.
    static func product(of link: String) -> String? {
        guard let url = URL(string: link), let host = url.host()?.lowercased(), hosts.contains(host),
            let part = url.pathComponents.last(where: { $0.hasPrefix("id") })
        else { return nil }
        let digits = part.dropFirst(2)
        let isNumber = (1...19).contains(digits.utf8.count) && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isNumber ? String(digits) : nil
    }
}

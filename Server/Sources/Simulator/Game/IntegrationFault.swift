import Foundation
import MarqueeCore
import MarqueeWire

/// A mistake that an app's developer can make, for the integration console.
///
/// The SDK does not allow these mistakes, so requests are changed on their way.
enum IntegrationFault: String, Codable, CaseIterable {
    case none
    /// Requests are signed with another secret.
    case wrongSecret
    /// Requests come from an SDK that is out of date.
    case oldVersion
    /// Purchases are reported without a price.
    case missingPrice

    /// The version that an outdated app names.
    static let outdatedVersion = "1.10.0"

    /// The request as an app with this mistake sends it.
    func applied(to request: TransportRequest) -> TransportRequest {
        guard self != .none, var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false),
            PlacementRoute.allCases.contains(where: { parts.path == $0.rawValue })
        else { return request }
        var changed = request
        parts.percentEncodedQuery = parts.percentEncodedQuery.map { form($0, parts.path) }
        if let url = parts.url { changed.url = url }
        // The SDK sends many parameters as a form, for example a purchase with a receipt.
        changed.body = request.body.map { Data(form(String(decoding: $0, as: UTF8.self), parts.path).utf8) }
        return changed
    }

    private func form(_ encoded: String, _ path: String) -> String {
        let isPurchase = path == PlacementRoute.purchase.rawValue
        var parts = URLComponents()
        parts.percentEncodedQuery = encoded
        parts.percentEncodedQueryItems = parts.percentEncodedQueryItems?.compactMap { item($0, isPurchase) }
        if self == .missingPrice, isPurchase {
            parts.percentEncodedQueryItems?.append(URLQueryItem(name: "price_missing", value: "1"))
        }
        return parts.percentEncodedQuery ?? encoded
    }

    private func item(_ item: URLQueryItem, _ isPurchase: Bool) -> URLQueryItem? {
        switch (self, item.name) {
        case (.wrongSecret, "signature"):
            URLQueryItem(name: item.name, value: item.value.map { String($0.reversed()) })
        case (.oldVersion, "sdk-ios"): URLQueryItem(name: item.name, value: Self.outdatedVersion)
        case (.missingPrice, "price"), (.missingPrice, "price_locale"), (.missingPrice, "price_missing"):
            isPurchase ? nil : item
        default: item
        }
    }
}

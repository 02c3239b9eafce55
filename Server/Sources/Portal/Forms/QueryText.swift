import Foundation

/// Text in the query of an address.
enum QueryText {
    private static let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
        .union(CharacterSet(charactersIn: "-._~"))

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

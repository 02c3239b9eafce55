import Foundation

/// Text as it stands in an address behind the question mark.
enum QueryText {
    private static let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
        .union(CharacterSet(charactersIn: "-._~"))

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

import MarqueeWire
import PlatformStore

/// Members of members, by paths such as `image.PH_PORTRAIT.url`.
extension UnitDocument {
    func value(at path: String) -> JSONValue? {
        path.split(separator: ".").reduce(JSONValue?.some(.record(members))) { $0?[String($1)] }
    }

    /// The document with another value; without it for `nil`. A member without members goes too.
    func setting(_ path: String, to value: JSONValue?) -> UnitDocument {
        UnitDocument(Self.setting(path.split(separator: ".").map(String.init)[...], to: value, in: members))
    }

    private static func setting(
        _ path: ArraySlice<String>, to value: JSONValue?, in members: [String: JSONValue]
    ) -> [String: JSONValue] {
        guard let name = path.first else { return members }
        var members = members
        guard path.count > 1 else {
            members[name] = value
            return members
        }
        var inner: [String: JSONValue] = [:]
        if case .record(let known) = members[name] { inner = known }
        inner = setting(path.dropFirst(), to: value, in: inner)
        members[name] = inner.isEmpty ? nil : .record(inner)
        return members
    }
}

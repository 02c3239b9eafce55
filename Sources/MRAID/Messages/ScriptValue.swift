/// A JSON value exchanged between the page's script and the container. Its numbers are finite.
public enum ScriptValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([ScriptValue])
    /// An object.
    case record([String: ScriptValue])

    var number: Double? {
        guard case .number(let value) = self, value.isFinite else { return nil }
        return value
    }

    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    var list: [ScriptValue]? {
        guard case .list(let values) = self else { return nil }
        return values
    }

    var record: [String: ScriptValue]? {
        guard case .record(let values) = self else { return nil }
        return values
    }

    /// The number, if it is an integer.
    var whole: Int? { number.flatMap { Int(exactly: $0) } }
}

extension ScriptValue {
    init(_ size: Container.Size) {
        self = .record(["width": .number(size.width), "height": .number(size.height)])
    }

    init(_ rectangle: Container.Rectangle) {
        self = .record([
            "x": .number(rectangle.x), "y": .number(rectangle.y),
            "width": .number(rectangle.size.width), "height": .number(rectangle.size.height),
        ])
    }

    init(_ number: Double?) {
        self = number.map(ScriptValue.number) ?? .null
    }
}

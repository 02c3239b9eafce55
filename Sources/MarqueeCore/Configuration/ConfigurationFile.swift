import Foundation

/// The content of a configuration file, flattened to paths (`outbox.maximumEvents`), from a property list of any kind
/// or from JSON.
struct ConfigurationFile {
    /// A value as the file has it.
    enum Scalar: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case truth(Bool)
        /// An array of data, or of text in Base64.
        case data([Data])
        /// Another array, a date, a fraction: no key takes it.
        case other
    }

    /// Larger files are refused: a configuration is a page of text.
    static let maximumSize = 1_048_576

    /// As messages name the file.
    let name: String
    let values: [String: Scalar]

    /// - Returns: `nil` for bytes without a dictionary at their top.
    init?(_ data: Data, name: String) {
        guard data.count <= Self.maximumSize else { return nil }
        let decoded =
            (try? JSONDecoder().decode(Node.self, from: data))
            ?? (try? PropertyListDecoder().decode(Node.self, from: data))
        guard case .section(let section)? = decoded else { return nil }
        var values: [String: Scalar] = [:]
        Self.flatten(section, prefix: "", depth: 0, into: &values)
        self.init(values, name: name)
    }

    init(_ values: [String: Scalar], name: String) {
        self.name = name
        self.values = values
    }

    private static func flatten(
        _ section: [String: Node], prefix: String, depth: Int, into values: inout [String: Scalar]
    ) {
        for (name, node) in section {
            switch node {
            case .scalar(let scalar): values[prefix + name] = scalar
            case .section(let inner) where depth < 4:
                flatten(inner, prefix: prefix + name + ".", depth: depth + 1, into: &values)
            case .section: values[prefix + name] = .other
            }
        }
    }
}

extension ConfigurationFile {
    private enum Node: Decodable {
        case scalar(Scalar)
        case section([String: Node])

        init(from decoder: any Decoder) throws {
            if let section = try? decoder.container(keyedBy: AnyKey.self) {
                var inner: [String: Node] = [:]
                for key in section.allKeys { inner[key.stringValue] = try section.decode(Node.self, forKey: key) }
                self = .section(inner)
                return
            }
            guard let container = try? decoder.singleValueContainer() else {
                self = .scalar(.other)
                return
            }
            if let value = try? container.decode(Bool.self) {
                self = .scalar(.truth(value))
            } else if let value = try? container.decode(Int64.self) {
                self = .scalar(.integer(value))
            } else if let value = try? container.decode(String.self) {
                self = .scalar(.text(value))
            } else if let value = try? container.decode([Data].self) {
                self = .scalar(.data(value))
            } else if let value = try? container.decode([String].self) {
                let data = value.compactMap { Data(base64Encoded: $0) }
                self = .scalar(data.count == value.count ? .data(data) : .other)
            } else {
                self = .scalar(.other)
            }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

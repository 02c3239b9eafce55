import Foundation

/// The content of one configuration file, a property list or JSON, flattened to paths such as `outbox.maximumEvents`.
struct ConfigurationFile {
    /// A value as it is in the file.
    enum Scalar: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case truth(Bool)
        /// An array of data.
        case data([Data])
        /// An array of text.
        case texts([String])
        /// Any other value, such as a date or a fraction; no key accepts it.
        case other
    }

    /// Larger files are refused: a real configuration is about one page of text.
    static let maximumSize = 1_048_576

    /// The file's name in messages.
    let name: String
    let values: [String: Scalar]

    /// - Returns: `nil` if the top level of the file is not a dictionary.
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
            } else if let value = try? container.decode([String].self) {
                self = .scalar(.texts(value))
            } else if let value = try? container.decode([Data].self) {
                self = .scalar(.data(value))
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

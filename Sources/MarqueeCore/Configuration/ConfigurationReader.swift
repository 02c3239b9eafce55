import Foundation
import MarqueeWire

/// Reads the keys of all tables from all files, and collects the problems.
struct ConfigurationReader {
    private let tables: [ConfigurationTable]
    /// In order of precedence.
    private let files: [ConfigurationFile]
    private(set) var accepted: [String: ConfigurationKey.Value] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    init(_ files: [ConfigurationFile], _ tables: [ConfigurationTable]) {
        self.files = files
        self.tables = tables
    }

    mutating func readAll() {
        for key in tables.keys { read(key) }
        let known = tables.knownNames
        for file in files {
            for name in file.values.keys.sorted() where !known.contains(name) {
                add(
                    .unknownKey, key: name,
                    "\"\(name.prefix(80))\" in \(file.name) is not a configuration key; it is ignored")
            }
        }
    }

    /// Uses the value of the first file that has the key under any of its spellings.
    private mutating func read(_ key: ConfigurationKey) {
        let spellings = tables.spellings(of: key)
        for file in files {
            guard let name = spellings.first(where: { file.values[$0] != nil }), let scalar = file.values[name] else {
                continue
            }
            guard let value = key.form.value(of: scalar) else {
                let severity: Log.Severity = key == .service || key == .keys ? .criticalError : .warning
                let consequence =
                    key.valueIfUnusable.map { "\($0) is used" } ?? key.defaultValue.map { "the default \($0) is used" }
                    ?? "it is ignored"
                add(.wrongForm, severity, key: name, "\"\(name)\" in \(file.name) must be \(key.form); \(consequence)")
                accepted[key.name] = key.valueIfUnusable
                return
            }
            accepted[key.name] = value
            return
        }
    }

    func text(_ key: ConfigurationKey) -> String? {
        if case .text(let text)? = accepted[key.name] ?? key.defaultValue { text } else { nil }
    }

    /// The service's URL with its scope. If the path has no scope, the configured app and stream are added.
    mutating func serviceAddress() -> ServiceAddress? {
        if text(.app) == nil {
            add(.missingKey, key: .app, "is missing; events are not uploaded without it")
        }
        guard let text = text(.service), let url = URL(string: text), let address = ServiceAddress(url) else {
            let spellings = tables.spellings(of: .service)
            if !problems.contains(where: { $0.key.map(spellings.contains) ?? false }) {
                add(.missingKey, .criticalError, key: .service, "is missing; there is no default server")
            }
            return nil
        }
        return scoped(address)
    }

    private mutating func scoped(_ address: ServiceAddress) -> ServiceAddress? {
        if let scope = address.scope {
            if let app = text(.app), app != scope.app {
                add(.contradiction, key: .app, "is \(app), but the service's URL is for the app \(scope.app)")
            }
            return address
        }
        guard let app = text(.app), let stream = text(.stream), let scope = try? Scope(app: app, stream: stream),
            let completed = address.serving(scope)
        else {
            add(
                .missingKey, .criticalError, key: .service,
                "must end with /v1/apps/APP/STREAM if the app's name is missing")
            return nil
        }
        return completed
    }

    /// Adds a problem of a key; the message names all spellings of the key.
    private mutating func add(
        _ code: ConfigurationProblem.Code, _ severity: Log.Severity = .warning, key: ConfigurationKey, _ message: String
    ) {
        let names = tables.spellings(of: key).map { "\"\($0)\"" }
        let others = names.count > 1 ? " (\(names.dropFirst().joined(separator: ", ")))" : ""
        add(code, severity, key: key.name, "\(names[0])\(others) \(message)")
    }

    private mutating func add(
        _ code: ConfigurationProblem.Code, _ severity: Log.Severity = .warning, key: String, _ message: String
    ) {
        problems.append(ConfigurationProblem(code, severity, key: key, message))
    }
}

extension ConfigurationKey.Form: CustomStringConvertible {
    /// The accepted values, as part of a sentence.
    public var description: String {
        switch self {
        case .address: "an absolute https URL"
        case .name: "1 to 64 characters of a-z, 0-9, '.', '_', '-'"
        case .text(let maximum): "text of at most \(maximum) bytes"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .truth: "true or false"
        case .secret(let maximum): "text of 1 to \(maximum) bytes"
        case .texts(let maximum): "at most \(maximum) texts"
        case .publicKeys: "1 to \(Self.maximumKeys) public keys in Base64 or as data"
        }
    }

    private static let maximumKeys = 8

    func value(of scalar: ConfigurationFile.Scalar) -> ConfigurationKey.Value? {
        switch (self, scalar) {
        case (.address, .text(let text)): URL(string: text).flatMap(ServiceAddress.init) == nil ? nil : .text(text)
        case (.name, .text(let text)): Scope.isValid(text) ? .text(text) : nil
        case (.text(let maximum), .text(let text)): text.utf8.count <= maximum ? .text(text) : nil
        case (.count(let range), .integer(let number)): range.contains(number) ? .count(number) : nil
        case (.count(let range), .text(let text)): Int64(text).flatMap { range.contains($0) ? .count($0) : nil }
        case (.truth, .truth(let value)): .truth(value)
        case (.secret(let maximum), .text(let text)):
            (1...maximum).contains(text.utf8.count) ? .secret(Secret(text)) : nil
        case (.texts(let maximum), .texts(let texts)): texts.count <= maximum ? .texts(texts) : nil
        case (.publicKeys, .data(let keys)): Self.acceptedKeys(keys)
        case (.publicKeys, .texts(let texts)): Self.acceptedKeys(texts.map { Data(base64Encoded: $0) })
        default: nil
        }
    }
}

extension ConfigurationKey.Form {
    private static func acceptedKeys(_ keys: [Data?]) -> ConfigurationKey.Value? {
        guard (1...maximumKeys).contains(keys.count), !keys.contains(nil) else { return nil }
        return .publicKeys(keys.compactMap(\.self))
    }
}

extension ConfigurationKey.Value: CustomStringConvertible {
    /// The value for messages.
    public var description: String {
        switch self {
        case .text(let text): text
        case .count(let number): "\(number)"
        case .truth(let value): "\(value)"
        case .secret(let secret): secret.description
        case .texts(let texts): texts.joined(separator: ", ")
        case .publicKeys(let keys): "\(keys.count) public keys"
        }
    }
}

extension ConfigurationFile.Scalar {
    init(_ value: ConfigurationKey.Value) {
        switch value {
        case .text(let text): self = .text(text)
        case .count(let number): self = .integer(number)
        case .truth(let value): self = .truth(value)
        case .secret(let secret): self = .text(secret.text)
        case .texts(let texts): self = .texts(texts)
        case .publicKeys(let keys): self = .data(keys)
        }
    }
}

import Foundation
import MarqueeWire

/// Takes values key by key and notes what is wrong with them.
struct ConfigurationReader {
    private let values: [String: ConfigurationFile.Scalar]
    private(set) var accepted: [String: ConfigurationKey.Value] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    init(_ values: [String: ConfigurationFile.Scalar]) {
        self.values = values
    }

    /// Reads every key of the table; what is left over is unknown.
    mutating func readAll() {
        for key in ConfigurationKey.all { read(key) }
        let known = Set(ConfigurationKey.all.flatMap { [$0.name] + $0.aliases }).union(ConfigurationKey.retired)
        for name in values.keys.sorted() where !known.contains(name) {
            note(.init(.unknownKey, key: name, "\"\(name.prefix(80))\" is not a configuration key and is ignored"))
        }
    }

    private mutating func read(_ key: ConfigurationKey) {
        guard let name = ([key.name] + key.aliases).first(where: { values[$0] != nil }), let scalar = values[name]
        else { return }
        guard let value = key.form.value(of: scalar) else {
            let severity: Log.Severity = key == .service ? .criticalError : .warning
            note(
                .init(
                    .wrongForm, severity, key: name,
                    "\"\(name)\" must be \(key.form); \(key.defaultValue.map { "\($0) holds" } ?? "it is ignored")"))
            return
        }
        accepted[key.name] = value
    }

    func text(_ key: ConfigurationKey) -> String? {
        if case .text(let text)? = accepted[key.name] ?? key.defaultValue { text } else { nil }
    }

    /// The address with its scope, completed from the app's name when the path does not name them.
    mutating func serviceAddress() -> ServiceAddress? {
        if text(.app) == nil {
            note(
                .init(.missingKey, key: ConfigurationKey.app.name, "without \"appID\" nothing about usage is uploaded"))
        }
        guard let text = text(.service), let url = URL(string: text), let address = ServiceAddress(url) else {
            if values[ConfigurationKey.service.name] == nil {
                note(
                    .init(
                        .missingKey, .criticalError, key: ConfigurationKey.service.name,
                        "\"dbServiceUrl\" is missing; there is no default server"))
            }
            return nil
        }
        return scoped(address)
    }

    private mutating func scoped(_ address: ServiceAddress) -> ServiceAddress? {
        if let scope = address.scope {
            if let app = text(.app), app != scope.app {
                note(
                    .init(
                        .contradiction, key: ConfigurationKey.app.name,
                        "\"appID\" is \(app), but \"dbServiceUrl\" serves the app \(scope.app)"))
            }
            return address
        }
        guard let app = text(.app), let stream = text(.stream), let scope = try? Scope(app: app, stream: stream),
            let completed = address.serving(scope)
        else {
            note(
                .init(
                    .missingKey, .criticalError, key: ConfigurationKey.service.name,
                    "\"dbServiceUrl\" must end with /v1/apps/APP/STREAM when there is no \"appID\""))
            return nil
        }
        return completed
    }

    mutating func check(_ trustAnchors: [Data]) {
        if trustAnchors.isEmpty {
            note(.init(.trustAnchor, .criticalError, "there is no public key; no content can be verified"))
        }
        for anchor in trustAnchors {
            do {
                _ = try PublicKey(der: anchor)
            } catch {
                note(.init(.trustAnchor, .criticalError, "the public key cannot be used: \(error.message)"))
            }
        }
    }

    mutating func note(_ problem: ConfigurationProblem) { problems.append(problem) }
}

extension ConfigurationKey.Form: CustomStringConvertible {
    /// What a value must be, as it stands in a sentence.
    public var description: String {
        switch self {
        case .address: "an absolute https address"
        case .name: "1 to 64 of a-z, 0-9, '.', '_', '-'"
        case .text(let maximum): "text of at most \(maximum) bytes"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .truth: "true or false"
        }
    }

    func value(of scalar: ConfigurationFile.Scalar) -> ConfigurationKey.Value? {
        switch (self, scalar) {
        case (.address, .text(let text)): URL(string: text).flatMap(ServiceAddress.init) == nil ? nil : .text(text)
        case (.name, .text(let text)): Scope.isValid(text) ? .text(text) : nil
        case (.text(let maximum), .text(let text)): text.utf8.count <= maximum ? .text(text) : nil
        case (.count(let range), .integer(let number)): range.contains(number) ? .count(number) : nil
        case (.count(let range), .text(let text)): Int64(text).flatMap { range.contains($0) ? .count($0) : nil }
        case (.truth, .truth(let value)): .truth(value)
        default: nil
        }
    }
}

extension ConfigurationKey.Value: CustomStringConvertible {
    /// For messages, as a person would write it.
    public var description: String {
        switch self {
        case .text(let text): text
        case .count(let number): "\(number)"
        case .truth(let value): "\(value)"
        }
    }
}

extension ConfigurationFile.Scalar {
    init(_ value: ConfigurationKey.Value) {
        switch value {
        case .text(let text): self = .text(text)
        case .count(let number): self = .integer(number)
        case .truth(let value): self = .truth(value)
        }
    }
}

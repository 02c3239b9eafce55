import Foundation
import MarqueeWire

/// A link that a person describes: a scheme, a route and the values of its parameters; or parameters for the default route.
struct LinkDraft: Sendable {
    /// Links of the default route have room for so many parameters.
    static let freeParameters = 1...3

    let scheme: String
    /// For routes that name none.
    let host: String
    /// `nil` for the default route.
    let route: LinkRoute?
    private let values: [String: String]
    private let free: [(name: String, value: String)]

    init(_ form: FormFields, _ route: LinkRoute?) {
        scheme = form["scheme"]
        host = form["host"]
        self.route = route
        values = Dictionary((route?.fields ?? []).map { ($0.name, form["p.\($0.name)"]) }) { first, _ in first }
        free = Self.freeParameters.map { (form["name.\($0)"], form["value.\($0)"]) }.filter { !$0.0.isEmpty }
    }

    /// The value that a field shows.
    func value(_ name: String) -> String { values[name] ?? "" }

    /// The link.
    /// - Throws: ``PortalError`` with `invalidField` for a link that the route would not take.
    func link() throws(PortalError) -> String {
        guard scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]{0,63}/) != nil else {
            throw PortalError(.invalidField, "A scheme begins with a letter and has letters, digits, +, - and dots.")
        }
        let named = try checkedValues()
        var path: [String] = []
        for segment in route?.segments ?? [] {
            let text = LinkRoute.capture(segment).map { named[$0] ?? "" } ?? segment
            path.append(PercentEncoding.encoded(text))
        }
        let captured = Set(route?.captures ?? [])
        let query =
            (route?.fields ?? []).compactMap { parameter in
                captured.contains(parameter.name) ? nil : named[parameter.name].map { (parameter.name, $0) }
            } + free
        let pairs = query.map { "\(PercentEncoding.encoded($0.0))=\(PercentEncoding.encoded($0.1))" }
        return "\(scheme)://\(try authority())\(path.map { "/\($0)" }.joined())"
            + (pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))")
    }

    /// The values that are given, each as its rule asks for.
    private func checkedValues() throws(PortalError) -> [String: String] {
        var named: [String: String] = [:]
        for parameter in route?.fields ?? [] {
            let value = value(parameter.name)
            guard !value.isEmpty else {
                guard !parameter.isRequired else {
                    throw PortalError(.invalidField, "The route needs a value for “\(parameter.name)”.")
                }
                continue
            }
            if let pattern = parameter.pattern, !pattern.matches(value) {
                throw PortalError(
                    .invalidField,
                    "The value of “\(parameter.name)” does not match \(pattern.text), so no device would take the link."
                )
            }
            named[parameter.name] = value
        }
        return named
    }

    private func authority() throws(PortalError) -> String {
        let text = route?.host ?? host
        guard !text.isEmpty else { return "" }
        guard text.utf8.count <= 253, text.wholeMatch(of: /[A-Za-z0-9._~\-]+/) != nil else {
            throw PortalError(
                .invalidField, "“\(text.prefix(80))” cannot be the host of a link: it has letters, digits, - and dots.")
        }
        return text
    }
}

extension LinkRoute {
    /// What a form asks for: the captured parameters in the order of the path, then the others by name.
    var fields: [(name: String, isRequired: Bool, pattern: LinkPattern?)] {
        let others = parameters.keys.filter { !captures.contains($0) }.sorted()
        return (captures + others).map { name in
            let rule = parameters[name]
            return (name, captures.contains(name) || rule?.isRequired ?? false, rule?.pattern)
        }
    }
}

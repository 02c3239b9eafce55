import MarqueeWire

extension LinkRoute {
    /// Whether the route's pattern or the route's parameters exclude a link, or which parameters the link has.
    enum Match: Sendable, Hashable {
        case parameters([String: String])
        /// The path is another one.
        case otherPath
        /// The path fits, and this parameter is missing or has a wrong value.
        case wrongParameter(String)
    }

    /// The number of segments that are not captured. A route with more of them is tried first.
    var literals: Int { segments.count - captures.count + (host == nil ? 0 : 1) }

    /// Compares a link with the pattern, then with the rules of the parameters.
    func match(_ link: LinkAddress) -> Match {
        guard var found = captured(link) else { return .otherPath }
        for (name, value) in link.parameters where parameters[name] != nil { found[name] = value }
        for (name, rule) in parameters.sorted(by: { $0.key < $1.key }) {
            guard let value = found[name] else {
                if rule.isRequired { return .wrongParameter(name) }
                continue
            }
            if let pattern = rule.pattern, !pattern.matches(value) { return .wrongParameter(name) }
        }
        return .parameters(found)
    }

    private func captured(_ link: LinkAddress) -> [String: String]? {
        if let host, host != link.host { return nil }
        guard segments.count == link.path.count else { return nil }
        var captured: [String: String] = [:]
        for (segment, text) in zip(segments, link.path) {
            if let name = Self.capture(segment) {
                captured[name] = text
            } else if segment != text {
                return nil
            }
        }
        return captured
    }
}

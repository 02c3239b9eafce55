import Testing

@testable import VAST

/// One row of the table of elements and attributes: a text and its parsed value.
struct ElementRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The version that introduced it.
    let since: Document.Version
    /// The document, without its version.
    let text: String
    /// The parsed value, and whether it is the expected one.
    let outcome: @Sendable (Document) -> (found: String, isExpected: Bool)

    var testDescription: String { name }

    /// A row about one value.
    init<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ text: String, _ expected: Value,
        _ read: @escaping @Sendable (Document) -> Value?
    ) {
        self.name = name
        self.since = since
        self.text = text
        outcome = { document in
            let found = read(document)
            return (String(describing: found), found == expected)
        }
    }

    // The surroundings of a row's fragment.

    static func inLine<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String, _ expected: Value,
        _ read: @escaping @Sendable (InLine) -> Value?
    ) -> ElementRow {
        ElementRow(name, since, Wrapped.inLine(fragment, version: "?"), expected) { $0.firstInLine.flatMap(read) }
    }

    static func creative<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String, attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Creative) -> Value?
    ) -> ElementRow {
        ElementRow(
            name, since, Wrapped.creative(fragment, attributes: attributes, version: "?"), expected
        ) { $0.firstCreative.flatMap(read) }
    }

    static func linear<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String, attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Linear) -> Value?
    ) -> ElementRow {
        ElementRow(
            name, since, Wrapped.linear(fragment, attributes: attributes, version: "?"), expected
        ) { $0.firstLinear.flatMap(read) }
    }

    static func media<Value: Equatable & Sendable>(
        _ attribute: String, _ since: Document.Version, _ expected: Value,
        _ read: @escaping @Sendable (MediaFile) -> Value?
    ) -> ElementRow {
        .linear(
            "MediaFile@\(attribute)", since, "<MediaFiles><MediaFile \(attribute)>m</MediaFile></MediaFiles>", expected
        ) { $0.mediaFiles.first.flatMap(read) }
    }

    static func icon<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String = "", attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Icon) -> Value?
    ) -> ElementRow {
        .linear(name, since, "<Icons><Icon \(attributes)>\(fragment)</Icon></Icons>", expected) {
            $0.icons.first.flatMap(read)
        }
    }

    static func companion<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String = "", attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Companion) -> Value?
    ) -> ElementRow {
        .creative(
            name, since, "<CompanionAds><Companion \(attributes)>\(fragment)</Companion></CompanionAds>", expected
        ) { $0.companions?.items.first.flatMap(read) }
    }

    static func overlay<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String = "", attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (NonLinear) -> Value?
    ) -> ElementRow {
        .creative(
            name, since, "<NonLinearAds><NonLinear \(attributes)>\(fragment)</NonLinear></NonLinearAds>", expected
        ) { $0.nonLinear?.items.first.flatMap(read) }
    }

    static func verification<Value: Equatable & Sendable>(
        _ name: String, _ fragment: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Verification) -> Value?
    ) -> ElementRow {
        .inLine(
            name, .v40, "<AdVerifications><Verification vendor=\"v\">\(fragment)</Verification></AdVerifications>",
            expected
        ) { $0.parts.verifications.first.flatMap(read) }
    }
}

extension Document.Version {
    static let v20 = Document.Version(2, 0)
    static let v30 = Document.Version(3, 0)
    static let v40 = Document.Version(4, 0)
    static let v41 = Document.Version(4, 1)
    static let v42 = Document.Version(4, 2)
    static let v43 = Document.Version(4, 3)
}

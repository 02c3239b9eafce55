extension Creative {
    /// The element `Creative`. No schema allows several parts of one kind; the first one counts.
    static func grammar(inWrapper: Bool) -> Grammar<Creative> {
        Grammar(
            { attributes in
                Creative(
                    id: attributes["id"], adID: attributes["adid"], sequence: attributes.int("sequence"),
                    apiFramework: attributes["apiframework"])
            },
            children: [
                "UniversalAdId": .leaf { $0.universalIDs.append(UniversalAdID($1)) },
                "CreativeExtensions": .group(Extension.children { $0.extensions.append($1) }),
                "Linear": .part(Linear.grammar(inWrapper: inWrapper)) { $0.linear = $0.linear ?? $1 },
                "NonLinearAds": .part(NonLinearAds.grammar(inWrapper: inWrapper)) {
                    $0.nonLinear = $0.nonLinear ?? $1
                },
                "CompanionAds": .part(CompanionAds.grammar) { $0.companions = $0.companions ?? $1 },
            ],
            required: inWrapper
                ? []
                : [
                    Requirement("a UniversalAdId of a Creative", since: Document.Version(4, 0)) {
                        !$0.universalIDs.isEmpty
                    }
                ],
            finish: { $0.moveFromExtensions($1.scheme) })
    }
}

extension UniversalAdID {
    /// In 4.0 the value is in `idValue`, in later versions in the element. A missing value is `unknown`.
    init(_ leaf: Leaf) {
        self.init(
            registry: leaf.attributes["idregistry"] ?? "unknown",
            value: leaf.nonEmpty ?? leaf.attributes["idvalue"] ?? "unknown")
    }
}

extension Extension {
    /// The elements in `CreativeExtensions`.
    static func children<Parent>(_ store: @escaping @Sendable (inout Parent, Extension) -> Void) -> Children<Parent> {
        ["CreativeExtension": .kept { store(&$0, Extension($1)) }]
    }
}

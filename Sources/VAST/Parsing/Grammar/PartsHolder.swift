/// A value with the parts that a complete ad and a wrapper share.
protocol PartsHolder: Sendable {
    var parts: AdParts { get set }
}

extension InLine: PartsHolder {}

extension PartsHolder {
    /// The elements that a complete ad and a wrapper share.
    static func sharedChildren(creative: Grammar<Creative>) -> Children<Self> {
        [
            "AdSystem": .leaf { holder, leaf in
                guard holder.parts.system == nil, let name = leaf.nonEmpty else { return }
                holder.parts.system = AdSystem(name: name, version: leaf.attributes["version"])
            },
            "Impression": .leaf { holder, leaf in
                guard let url = leaf.url else { return }
                holder.parts.impressions.append(Impression(id: leaf.attributes["id"], url: url))
            },
            "Error": .leaf { holder, leaf in if let url = leaf.url { holder.parts.errors.append(url) } },
            "Pricing": .leaf { $0.parts.pricing = $0.parts.pricing ?? Pricing($1) },
            "ViewableImpression": .part(ViewableImpression.grammar) { holder, value in holder.add(value) },
            "AdVerifications": .group(verifications),
            "Extensions": .group(["Extension": .extensionOrVerifications]),
            "Creatives": .group(["Creative": .part(creative) { $0.parts.creatives.append($1) }]),
        ]
    }

    static var verifications: Children<Self> {
        ["Verification": .part(Verification.grammar) { $0.parts.verifications.append($1) }]
    }

    /// No schema allows several of these elements; they are merged into one.
    mutating func add(_ value: ViewableImpression) {
        guard var sum = parts.viewableImpression else {
            parts.viewableImpression = value
            return
        }
        sum.viewable += value.viewable
        sum.notViewable += value.notViewable
        sum.undetermined += value.undetermined
        parts.viewableImpression = sum
    }
}

extension Child where Parent: PartsHolder {
    /// An extension. The type `AdVerifications`, which 2.0 and 3.0 documents use, is read as verifications; every other
    /// extension is kept unchanged.
    fileprivate static var extensionOrVerifications: Child {
        let keep = Child.kept { $0.parts.extensions.append(Extension($1)) }
        let read = Parent.verifications.merging(["AdVerifications": .group(Parent.verifications)])
        return Child { parent, name, attributes in
            let type = Attributes(attributes)["type"]?.lowercased()
            return type == "adverifications" ? GroupElement(parent, read) : keep.open(parent, name, attributes)
        }
    }
}

extension Extension {
    /// Creates an extension from a kept element.
    init(_ element: Element) {
        let attributes = Attributes(element.attributes)
        self.init(type: attributes["type"] ?? attributes["name"], element: element)
    }
}

extension Pricing {
    fileprivate init?(_ leaf: Leaf) {
        guard let value = leaf.nonEmpty else { return nil }
        self.init(
            model: leaf.attributes["model"] ?? "", currency: leaf.attributes["currency"] ?? "", value: value)
    }
}

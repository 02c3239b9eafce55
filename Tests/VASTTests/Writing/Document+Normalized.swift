@testable import VAST

extension Document {
    /// The document without intended changes of writing: event names of earlier versions, the order of resources and
    /// scripts (the schema orders them by kind), and the attribute with the type of an extension.
    var normalized: Document {
        var document = self
        for (place, ad) in ads.enumerated() {
            guard case .inLine(var inLine) = ad.content else { continue }
            inLine.parts.extensions = inLine.parts.extensions.map(\.normalized)
            inLine.parts.verifications = inLine.parts.verifications.map(\.normalized)
            inLine.parts.creatives = inLine.parts.creatives.map(\.normalized)
            document.ads[place].content = .inLine(inLine)
        }
        return document
    }
}

extension Extension {
    fileprivate var normalized: Extension {
        var value = self
        value.element.attributes["name"] = nil
        value.element.attributes["type"] = type
        return value
    }
}

extension Verification {
    fileprivate var normalized: Verification {
        var value = self
        value.scripts = scripts.filter { $0.executableType != nil } + scripts.filter { $0.executableType == nil }
        return value
    }
}

extension Creative {
    fileprivate var normalized: Creative {
        var value = self
        value.linear?.trackingEvents = []
        value.nonLinear?.trackingEvents = []
        let items = companions?.items.map { item in
            var item = item
            item.resources.sort { "\($0)" < "\($1)" }
            return item
        }
        value.companions?.items = items ?? []
        return value
    }
}

extension Composer {
    /// The first elements of both kinds of ads in 4.2.
    mutating func base(_ parts: AdParts) throws(WriteError) -> [Markup] {
        let head = try system(parts) + errors(parts) + extensions(parts)
        return try head + impressions(parts, hasIDs: true) + pricing(parts) + viewable(parts)
    }

    func system(_ parts: AdParts) throws(WriteError) -> [Markup] {
        let system = try required(parts.system, "an AdSystem")
        return [.text("AdSystem", system.name, ["version": system.version])]
    }

    /// 3.0 allows one address for errors.
    mutating func errors(_ parts: AdParts) -> [Markup] {
        let count = isNew || writesBeyondSchema("Error[1]", parts.errors.count > 1) ? parts.errors.count : 1
        return parts.errors.prefix(count).map { .url("Error", $0) }
    }

    /// An ad that counts no impressions has the address `about:blank`.
    mutating func impressions(_ parts: AdParts, hasIDs: Bool) throws(WriteError) -> [Markup] {
        guard !parts.impressions.isEmpty else { throw missing("an Impression; about:blank stands for none") }
        let writesIDs = hasIDs || writesBeyondSchema("Impression/@id", parts.impressions.contains { $0.id != nil })
        return parts.impressions.map { .url("Impression", $0.url, ["id": writesIDs ? $0.id : nil]) }
    }

    func pricing(_ parts: AdParts) throws(WriteError) -> [Markup] {
        guard let pricing = parts.pricing else { return [] }
        let model = isNew ? pricing.model : pricing.model.lowercased()
        guard ["cpc", "cpm", "cpe", "cpv"].contains(model.lowercased()),
            [model.lowercased(), model.uppercased()].contains(model)
        else { throw invalid("The model of Pricing is \(model), not CPC, CPM, CPE or CPV.") }
        guard pricing.currency.utf8.count == 3, pricing.currency.utf8.allSatisfy({ 0x41...0x5A ~= $0 & 0xDF }) else {
            throw invalid("The currency of Pricing is \(pricing.currency), not three letters.")
        }
        guard ScalarText.number(pricing.value) != nil else {
            throw invalid("The value of Pricing is \(pricing.value), not a decimal number.")
        }
        return [.text("Pricing", pricing.value, ["model": model, "currency": pricing.currency])]
    }

    func viewable(_ parts: AdParts) -> [Markup] {
        guard let value = parts.viewableImpression else { return [] }
        let children =
            value.viewable.map { Markup.url("Viewable", $0) } + value.notViewable.map { .url("NotViewable", $0) }
            + value.undetermined.map { .url("ViewUndetermined", $0) }
        return [Markup("ViewableImpression", ["id": value.id], children)]
    }

    func verifications(_ parts: AdParts) -> [Markup] {
        Markup.group("AdVerifications", parts.verifications.map { verification($0) })
    }

    /// The extensions. In 3.0 they include the verifications, as measurement vendors agreed.
    mutating func extensions(_ parts: AdParts) -> [Markup] {
        var children = parts.extensions.enumerated().map { adExtension($1, index: $0) }
        if !isNew, !parts.verifications.isEmpty {
            children.append(Markup("Extension", ["type": "AdVerifications"], verifications(parts)))
        }
        return Markup.group("Extensions", children)
    }

    /// 4.2 allows only the attribute `type`. Neither schema allows text.
    private mutating func adExtension(_ value: Extension, index: Int) -> Markup {
        var markup = Markup(value.element)
        markup.name = "Extension"
        let isNamed = value.type == value.element.attributes["name"] && value.element.attributes["type"] == nil
        if value.element.attributes["type"] == nil, let type = value.type, isNew || !isNamed {
            markup.attributes.removeAll { $0.name == "name" && isNamed }
            markup.attributes.append(("type", type))
            markup.attributes.sort { $0.name < $1.name }
        }
        if isNew {
            markup.attributes.removeAll { attribute in
                attribute.name != "type" && !writesBeyondSchema("Extension[\(index)]/@\(attribute.name)", true)
            }
        }
        if !writesBeyondSchema("Extension[\(index)]/text()", !value.element.text.isEmpty) {
            markup.content.removeAll { if case .element = $0 { false } else { true } }
        }
        return markup
    }

    private func verification(_ value: Verification) -> Markup {
        let executables = value.scripts.compactMap { script in
            script.executableType.map { type in
                let attributes: KeyValuePairs = [
                    "apiFramework": script.apiFramework, "type": type.isEmpty ? nil : type,
                ]
                return Markup.url("ExecutableResource", script.url, attributes)
            }
        }
        let scripts = value.scripts.filter { $0.executableType == nil }.map { script in
            let attributes: KeyValuePairs = [
                "apiFramework": script.apiFramework, "browserOptional": script.isBrowserOptional ? "true" : nil,
            ]
            return Markup.url("JavaScriptResource", script.url, attributes)
        }
        let events = value.trackingEvents.map { Markup.url("Tracking", $0.url, ["event": $0.name.rawValue]) }
        let parameters = value.parameters.map { [Markup.section("VerificationParameters", $0)] } ?? []
        return Markup(
            "Verification", ["vendor": value.vendor],
            executables + scripts + Markup.group("TrackingEvents", events) + parameters)
    }
}

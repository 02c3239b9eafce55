extension Verification {
    /// The element `Verification`.
    static let grammar = Grammar<Verification>(
        { Verification(vendor: $0["vendor"]) },
        children: [
            "JavaScriptResource": .leaf { value, leaf in
                guard let url = leaf.url else { return }
                let script = Script(
                    url: url, apiFramework: leaf.attributes["apiframework"],
                    isBrowserOptional: leaf.attributes.bool("browseroptional") ?? false)
                value.scripts.append(script)
            },
            // The specification's text names this attribute `type`, the overview of the same version `language`.
            "ExecutableResource": .leaf { value, leaf in
                guard let url = leaf.url else { return }
                let script = Script(
                    url: url, apiFramework: leaf.attributes["apiframework"],
                    executableType: leaf.attributes["type"] ?? leaf.attributes["language"] ?? "")
                value.scripts.append(script)
            },
            "TrackingEvents": .group(TrackingEvent.children { $0.trackingEvents.append($1) }),
            "VerificationParameters": .leaf { $0.parameters = $0.parameters ?? $1.nonEmpty },
        ])
}

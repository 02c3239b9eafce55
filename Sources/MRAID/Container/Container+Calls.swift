extension Container {
    /// Ends the handling of one input: requests the close region and orientation that the state needs, then calls the
    /// pages with the values that changed.
    mutating func finish() -> [HostAction] {
        if !isFinished {
            present()
            flushCalls()
            schedule()
        }
        defer { actions = [] }
        return actions
    }

    mutating func flushCalls() {
        queueSizeChange()
        queueExposureEvents()
        for page in Page.allCases { call(page) }
    }

    /// While the host changes the ad's place, sizes are not announced one by one. One `sizeChange` follows when the
    /// change is complete.
    private mutating func queueSizeChange() {
        guard transitions.isEmpty || state == .hidden else { return }
        guard let announced = presented.announcedSize, announced != currentPosition.size, state != .hidden else {
            return
        }
        presented.announcedSize = currentPosition.size
        let size = currentPosition.size
        announce(ScriptEvent(.sizeChange, [.number(size.width), .number(size.height)]))
    }

    private mutating func call(_ page: Page) {
        guard var record = pages[page], record.isAwake else { return }
        let values = values(for: page)
        let changed = values.filter { record.mustPush.contains($0.key) || record.pushed?[$0.key] != $0.value }
        guard !changed.isEmpty || !record.events.isEmpty else { return }
        actions.append(
            .call(ScriptCall(page: page, values: changed, events: record.events, answered: record.answered)))
        record.pushed = values
        record.mustPush = []
        record.events = []
        pages[page] = record
    }

    /// The values that the page's getters return.
    func values(for page: Page) -> [String: ScriptValue] {
        let isReady = pages[page]?.isReady ?? false
        let orientation = properties.orientation
        var values: [String: ScriptValue] = [
            "state": .text(isReady ? state.rawValue : State.loading.rawValue),
            "isViewable": .bool(isReady && isViewable(page)),
            "currentPosition": ScriptValue(currentPosition),
            "defaultPosition": ScriptValue(layout.defaultPosition),
            "maxSize": ScriptValue(layout.maxSize),
            "screenSize": ScriptValue(layout.screenSize),
            "supports": .record(supports),
            "expandProperties": expandValue,
            "resizeProperties": resizeValue,
            "orientationProperties": .record([
                "allowOrientationChange": .bool(orientation.allowsOrientationChange),
                "forceOrientation": .text(orientation.forcedOrientation?.rawValue ?? "none"),
            ]),
        ]
        guard configuration.version == .v3 else { return values }
        values["appOrientation"] = .record([
            "orientation": .text(surroundings.appOrientation.orientation.rawValue),
            "locked": .bool(surroundings.appOrientation.isLocked),
        ])
        let mayLocate = surroundings.features.contains(.location)
        values["location"] = mayLocate ? surroundings.location?.value ?? .null : .null
        return values
    }

    private var supports: [String: ScriptValue] {
        let known = Feature.allCases.filter { $0.exists(in: configuration.version) }
        let pairs = known.map { ($0.rawValue, ScriptValue.bool(surroundings.features.contains($0))) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Before `setResizeProperties`, the object has the standard's defaults and no numbers.
    private var resizeValue: ScriptValue {
        let unset = ResizeProperties(width: nil, height: nil, offsetX: nil, offsetY: nil)
        return (properties.resize ?? unset).value(in: configuration.version)
    }

    private var expandValue: ScriptValue {
        .record([
            "width": .number(properties.expand.width ?? layout.screenSize.width),
            "height": .number(properties.expand.height ?? layout.screenSize.height),
            "useCustomClose": .bool(properties.expand.usesCustomClose),
            "isModal": .bool(true),
        ])
    }
}

extension ResizeProperties {
    fileprivate func value(in version: Container.Version) -> ScriptValue {
        var record: [String: ScriptValue] = ["allowOffscreen": .bool(allowsOffscreen)]
        for (name, number) in [("width", width), ("height", height), ("offsetX", offsetX), ("offsetY", offsetY)] {
            if let number { record[name] = .number(number) }
        }
        if version == .v2 { record["customClosePosition"] = .text(closePosition.rawValue) }
        return .record(record)
    }
}

extension Container.Location {
    fileprivate var value: ScriptValue {
        var record: [String: ScriptValue] = [
            "lat": .number(latitude), "lon": .number(longitude), "type": .number(Double(source.rawValue)),
        ]
        if let accuracy { record["accuracy"] = .number(accuracy) }
        if let lastFix { record["lastfix"] = .number(lastFix) }
        if let service { record["ipservice"] = .number(Double(service)) }
        return .record(record)
    }
}

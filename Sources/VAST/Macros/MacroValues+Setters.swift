extension MacroValues {
    /// A copy of the values for one request, with new values for `[TIMESTAMP]` and `[CACHEBUSTING]`.
    ///
    /// ```swift
    /// send(request.address(with: values.stamped(at: now, using: &generator)))
    /// ```
    /// - Parameters:
    ///   - time: the time of the request, since 1970 in UTC.
    ///   - zoneMinutes: the viewer's offset from UTC, positive in the east.
    ///   - generator: creates the random number.
    public func stamped(
        at time: Duration, zoneMinutes: Int = 0, using generator: inout some RandomNumberGenerator
    ) -> MacroValues {
        var values = self
        values.setTimestamp(time, zoneMinutes: zoneMinutes)
        values.setCacheBuster(using: &generator)
        return values
    }

    /// Sets `[TIMESTAMP]`: ISO 8601 with milliseconds and zone.
    /// - Parameters:
    ///   - time: since 1970 in UTC.
    ///   - zoneMinutes: the viewer's offset from UTC, positive in the east.
    public mutating func setTimestamp(_ time: Duration, zoneMinutes: Int = 0) {
        self[.timestamp] = .text(TimeText.timestamp(since1970: time, zoneMinutes: zoneMinutes))
    }

    /// Sets `[CACHEBUSTING]`: eight digits with leading zeros.
    ///
    /// Call this before each request. If a number is sent twice, a cache may answer instead of the server.
    public mutating func setCacheBuster(using generator: inout some RandomNumberGenerator) {
        let digits = String(Int.random(in: 0...99_999_999, using: &generator))
        self[.cacheBusting] = .text(String(repeating: "0", count: 8 - digits.count) + digits)
    }

    /// Sets `[ADPLAYHEAD]`: the position in the ad, as `HH:MM:SS.mmm`.
    public mutating func setAdPlayhead(_ time: Duration) {
        self[.adPlayhead] = .text(TimeText.playhead(time))
    }

    /// Sets `[MEDIAPLAYHEAD]` and the deprecated `[CONTENTPLAYHEAD]`: the position in the content around the ad.
    public mutating func setMediaPlayhead(_ time: Duration) {
        self[.mediaPlayhead] = .text(TimeText.playhead(time))
        self[.contentPlayhead] = .text(TimeText.playhead(time))
    }

    /// Sets `[ERRORCODE]`, the number of VAST 4.3, section 2.3.6.3.
    public mutating func setErrorCode(_ code: ErrorCode) {
        self[.errorCode] = .text(String(code.rawValue))
    }

    /// Sets `[REASON]`: 1, 2 or 3, the reason why a verification was not run.
    public mutating func setReason(_ reason: Verification.Reason) {
        self[.reason] = .text(String(reason.rawValue))
    }

    /// Sets `[ASSETURI]`, the address of the media file that is playing.
    public mutating func setAssetURI(_ address: String) {
        self[.assetURI] = .text(address)
    }

    /// Sets `[UNIVERSALADID]`: each id as registry and value with a space between them.
    public mutating func setUniversalAdIDs(_ ids: [UniversalAdID]) {
        self[.universalAdID] = .list(ids.map { "\($0.registry) \($0.value)" })
    }

    /// Sets `[PLAYERSIZE]`: width and height in points.
    public mutating func setPlayerSize(width: Int, height: Int) {
        self[.playerSize] = .list([String(width), String(height)])
    }

    /// Sets `[CLICKPOS]`: points from the player's top left corner.
    public mutating func setClickPosition(x: Int, y: Int) {
        self[.clickPosition] = .list([String(x), String(y)])
    }

    /// Sets `[BREAKPOSITION]`: 1 before, 2 within, 3 after the content, 4 without content, 0 other.
    public mutating func setBreakPosition(_ position: Int) {
        self[.breakPosition] = .text(String(position))
    }

    /// Sets `[PODSEQUENCE]`, the ad's position in its pod, from 1.
    public mutating func setPodSequence(_ sequence: Int) {
        self[.podSequence] = .text(String(sequence))
    }

    /// Sets `[LIMITADTRACKING]` to 1 if the viewer limits tracking, otherwise to 0.
    public mutating func setLimitsAdTracking(_ isLimited: Bool) {
        self[.limitAdTracking] = .text(isLimited ? "1" : "0")
    }

    /// Sets `[BLOCKEDADCATEGORIES]` to the codes that wrappers block, each once and in order. Without codes the macro
    /// is unknown.
    ///
    /// The macro has no room for authorities, so it lists codes of different authorities together.
    public mutating func setBlockedCategories(_ categories: [Ad.Category]) {
        var seen: Set<String> = []
        self[.blockedAdCategories] = .list(categories.map(\.code).filter { seen.insert($0).inserted })
    }

    /// Sets `[PLAYERSTATE]`. If both values are false, the macro is unknown.
    public mutating func setPlayerState(isMuted: Bool, isFullscreen: Bool) {
        self[.playerState] = .list((isMuted ? ["muted"] : []) + (isFullscreen ? ["fullscreen"] : []))
    }

    /// Sets the values that the ad itself states: `[ADTYPE]`, `[ADSERVINGID]`, `[PODSEQUENCE]` and `[UNIVERSALADID]`.
    public mutating func setAd(_ ad: PlannedAd) {
        self[.adType] = .text((ad.medium ?? .video).rawValue)
        self[.adServingID] = ad.inLine.servingID.map { .text($0) }
        self[.podSequence] = ad.sequence.map { .text(String($0)) }
        self[.universalAdID] = nil
        if let ids = ad.linear?.creative.universalIDs, !ids.isEmpty { setUniversalAdIDs(ids) }
    }
}

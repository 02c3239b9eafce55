extension MacroValues {
    /// The same values for one request: `[TIMESTAMP]` and `[CACHEBUSTING]`, which belong to it alone, set anew.
    ///
    /// ```swift
    /// send(request.address(with: values.stamped(at: now, using: &generator)))
    /// ```
    /// - Parameters:
    ///   - time: when the request is made, since 1970 in UTC.
    ///   - zoneMinutes: the viewer's distance from UTC, positive in the east.
    ///   - generator: draws the number.
    public func stamped(
        at time: Duration, zoneMinutes: Int = 0, using generator: inout some RandomNumberGenerator
    ) -> MacroValues {
        var values = self
        values.setTimestamp(time, zoneMinutes: zoneMinutes)
        values.setCacheBuster(using: &generator)
        return values
    }

    /// Sets `[TIMESTAMP]`: ISO-8601 with milliseconds and zone.
    /// - Parameters:
    ///   - time: since 1970 in UTC.
    ///   - zoneMinutes: the viewer's distance from UTC, positive in the east.
    public mutating func setTimestamp(_ time: Duration, zoneMinutes: Int = 0) {
        self[.timestamp] = .text(TimeText.timestamp(since1970: time, zoneMinutes: zoneMinutes))
    }

    /// Sets `[CACHEBUSTING]`: eight digits, leading zeros kept.
    ///
    /// The number is the caller's to renew: call this before each address, or a cache may answer in a server's place.
    public mutating func setCacheBuster(using generator: inout some RandomNumberGenerator) {
        let digits = String(Int.random(in: 0...99_999_999, using: &generator))
        self[.cacheBusting] = .text(String(repeating: "0", count: 8 - digits.count) + digits)
    }

    /// Sets `[ADPLAYHEAD]`: the place in the ad, as `HH:MM:SS.mmm`.
    public mutating func setAdPlayhead(_ time: Duration) {
        self[.adPlayhead] = .text(TimeText.playhead(time))
    }

    /// Sets `[MEDIAPLAYHEAD]` and the deprecated `[CONTENTPLAYHEAD]`: the place in the content around the ad.
    public mutating func setMediaPlayhead(_ time: Duration) {
        self[.mediaPlayhead] = .text(TimeText.playhead(time))
        self[.contentPlayhead] = .text(TimeText.playhead(time))
    }

    /// Sets `[ERRORCODE]`, the number of VAST 4.3, section 2.3.6.3.
    public mutating func setErrorCode(_ code: ErrorCode) {
        self[.errorCode] = .text(String(code.rawValue))
    }

    /// Sets `[REASON]`, why a verification was not run: 1, 2 or 3.
    public mutating func setReason(_ reason: Verification.Reason) {
        self[.reason] = .text(String(reason.rawValue))
    }

    /// Sets `[ASSETURI]`, the address of the media file that plays.
    public mutating func setAssetURI(_ address: String) {
        self[.assetURI] = .text(address)
    }

    /// Sets `[UNIVERSALADID]`: each id as registry and value with a space between.
    public mutating func setUniversalAdIDs(_ ids: [UniversalAdID]) {
        self[.universalAdID] = .list(ids.map { "\($0.registry) \($0.value)" })
    }

    /// Sets `[PLAYERSIZE]`: width and height in points.
    public mutating func setPlayerSize(width: Int, height: Int) {
        self[.playerSize] = .list([String(width), String(height)])
    }

    /// Sets `[CLICKPOS]`: points from the player's top left.
    public mutating func setClickPosition(x: Int, y: Int) {
        self[.clickPosition] = .list([String(x), String(y)])
    }

    /// Sets `[BREAKPOSITION]`: 1 before, 2 in, 3 after the content, 4 without content, 0 elsewhere.
    public mutating func setBreakPosition(_ position: Int) {
        self[.breakPosition] = .text(String(position))
    }

    /// Sets `[PODSEQUENCE]`, the ad's place in its pod, from 1.
    public mutating func setPodSequence(_ sequence: Int) {
        self[.podSequence] = .text(String(sequence))
    }

    /// Sets `[LIMITADTRACKING]`: 1 when the viewer limits tracking.
    public mutating func setLimitsAdTracking(_ isLimited: Bool) {
        self[.limitAdTracking] = .text(isLimited ? "1" : "0")
    }

    /// Sets `[BLOCKEDADCATEGORIES]` to the codes that wrappers forbid, each once and in order; none leaves it unknown.
    ///
    /// The macro has no room for authorities, so codes of different ones stand side by side.
    public mutating func setBlockedCategories(_ categories: [Ad.Category]) {
        var seen: Set<String> = []
        self[.blockedAdCategories] = .list(categories.map(\.code).filter { seen.insert($0).inserted })
    }

    /// Sets `[PLAYERSTATE]`; a player that is neither has no state to tell, and the macro is unknown.
    public mutating func setPlayerState(isMuted: Bool, isFullscreen: Bool) {
        self[.playerState] = .list((isMuted ? ["muted"] : []) + (isFullscreen ? ["fullscreen"] : []))
    }

    /// Sets what an ad says of itself: `[ADTYPE]`, `[ADSERVINGID]`, `[PODSEQUENCE]` and `[UNIVERSALADID]`.
    public mutating func setAd(_ ad: PlannedAd) {
        self[.adType] = .text((ad.medium ?? .video).rawValue)
        self[.adServingID] = ad.inLine.servingID.map { .text($0) }
        self[.podSequence] = ad.sequence.map { .text(String($0)) }
        self[.universalAdID] = nil
        if let ids = ad.linear?.creative.universalIDs, !ids.isEmpty { setUniversalAdIDs(ids) }
    }
}

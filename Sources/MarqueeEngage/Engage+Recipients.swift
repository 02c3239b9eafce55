public import MarqueeCore

extension Engage {
    /// The ids of the device and its user.
    public var identity: EngageIdentity { parts.identity }

    /// Finds or makes the user's recipient, and merges recipients.
    public var recipients: Recipients { parts.recipients }

    /// The host's interface for recipients, lists and tables.
    public var api: XMLAPI { parts.api }

    /// Makes ids for users and for rows of the audit table; an app registers its own here.
    public var generators: IDGenerators { parts.generators }

    /// Adds the location to events, and writes each new place to the recipient, as the configuration says.
    ///
    /// The SDK never asks the user for a permission. Without one, and without ``MarqueeCore/Consent/Purpose/location``, no
    /// event waits for a location. A later call replaces the source. After the SDK is closed, a call does nothing.
    public func followLocation(_ source: any LocationSource) {
        let next = parts.keeper(source)
        let isFollowed = keeper.withLock { following in
            guard !following.isClosed else { return false }
            // For good: another call may be about to start it.
            following.keeper?.close()
            following.keeper = next
            for (name, plugin) in IdentityParts.plugins(next, settings.fields) { addPlugin(plugin, named: name) }
            return true
        }
        guard isFollowed else { return }
        next.start()
        Task { [lastKnownLocation = parts.lastKnownLocation] in await lastKnownLocation.addColumns() }
    }
}

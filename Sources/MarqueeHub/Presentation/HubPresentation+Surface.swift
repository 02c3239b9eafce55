public import Foundation
import MarqueeCore
import MarqueeWire

/// The reports and questions of a surface.
extension HubPresentation {
    /// Call when the page is on screen. The page counts as viewed from now on.
    ///
    /// A second report of the same visit, and a report of an earlier visit, are ignored.
    public func pageRendered(_ id: HubPage.ID) {
        let now = context.core.environment.uptime()
        let isForeground = context.core.appState == .foreground
        let item = state.withLock { state -> ContentItem? in
            guard state.queue != nil, var visit = state.visit, visit.page.id == id, !visit.isRendered,
                let release = state.source?.release
            else {
                return nil
            }
            visit.meter = ReadingMeter(words: visit.words, startedAt: isForeground ? now : nil)
            state.visit = visit
            state.stay.recorder.viewed(visit.item, release: release.version)
            return state.counted.insert(visit.item.uri).inserted ? visit.item : nil
        }
        if let item { count(item) }
        if state.withLock({ $0.visit?.page.id == id }) { settle(.success(())) }
    }

    /// Call when the person scrolls the page.
    /// - Parameters:
    ///   - position: the offset of the visible part's top, in the surface's own unit. The surface gets this value back
    ///     in ``HubPage/scrollPosition``.
    ///   - depth: the part of the page above the lower edge of the screen, 0 to 1.
    ///   - id: the visit. A report of an earlier visit is ignored.
    public func scrolled(to position: Double, depth: Double, on id: HubPage.ID) {
        state.withLock { state in
            guard state.queue != nil, state.visit?.page.id == id else { return }
            state.history.scrolled(to: position)
            state.visit?.meter?.scrolled(depth: depth)
        }
    }

    /// Call when a video of the page begins to play.
    ///
    /// Each video counts once per visit, and only for the page that is shown.
    /// - Parameters:
    ///   - video: the video's id or address. The query and the fragment of an address are not recorded, because they
    ///     may identify the person. At most 1,024 characters are kept.
    ///   - id: the visit. A report of an earlier visit is ignored.
    public func videoPlayed(_ video: String, on id: HubPage.ID) {
        let name = Self.name(ofVideo: video)
        state.withLock { state in
            guard state.queue != nil, var visit = state.visit, visit.page.id == id, visit.isRendered,
                let release = state.source?.release, visit.played.count < Self.maximumReports,
                visit.played.insert(name).inserted
            else { return }
            state.visit = visit
            state.stay.recorder.videoPlayed(name, on: visit.item, release: release.version)
        }
    }

    /// Call when the person taps a link, or when a page navigates by itself.
    ///
    /// The surface must not follow the link. The hub does that.
    /// - Returns: the decision, for surfaces that show it.
    @discardableResult
    public func linkActivated(_ url: URL) -> RequestGate.Decision {
        let url = OutwardLink.target(of: url)
        let decision = context.gate().navigation(to: url)
        switch decision {
        case .ownPage(let uri): return record(url, follow(uri))
        case .external, .denied(.localOnly):
            if let item = try? currentSource().release.item(source: url) { return record(url, follow(item.uri)) }
            if case .external = decision { leaveApp(to: url) }
        case .customScheme(let scheme):
            state.withLock { state in
                state.stay.recorder.customSchemeOpened(scheme, on: state.visit?.page.uri)
                state.queue?(.open(url))
            }
        case .ownAsset, .embedded, .denied: break
        }
        return record(url, decision)
    }

    /// Answers a request of the web view.
    ///
    /// Pages and assets come only from the presented release.
    public func resource(for request: ResourceRequest) -> ResourceAnswer {
        let decision = context.gate().resource(request)
        let answer: ResourceAnswer =
            switch decision {
            case .ownPage(let uri): page(uri)
            case .ownAsset(let uri): asset(uri)
            case .embedded: .network
            case .denied(let reason): .denied(reason)
            case .external, .customScheme: .denied(.foreignDocument)
            }
        if case .denied(let reason) = answer {
            record(request.url, .denied(reason))
        } else {
            record(request.url, decision)
        }
        return answer
    }

    /// Call when the page's policy or the web view's own rules stop a request.
    /// - Parameters:
    ///   - url: the requested address; `nil` when there is none, as for a script in the page's text.
    ///   - trigger: the directive or rule that stopped the request, if the web view reports it.
    public func requestBlocked(_ url: URL?, trigger: String? = nil) {
        guard let url = url ?? currentPage.flatMap({ URL(string: $0.description) }) else { return }
        record(url, .denied(.pagePolicy), trigger: trigger.map { String($0.prefix(100)) })
    }

    /// Reports the markup that was removed from a page.
    func report(_ removed: [RemovedMarkup], of page: ContentURI) {
        guard !removed.isEmpty, let base = URL(string: page.description) else { return }
        for markup in removed {
            // An address that begins with `//` means the network. A page on the web would add `https:` to it.
            let address = markup.address.map { $0.hasPrefix("//") ? "https:\($0)" : $0 }
            let target = address.flatMap { URL(string: $0, relativeTo: base) }
            record(target?.absoluteURL ?? base, .denied(.markup), trigger: markup.element)
        }
    }

    private func follow(_ uri: ContentURI) -> RequestGate.Decision {
        guard isDisplayed else { return .denied(.notDisplayed) }
        // The link is an anchor of the page that is shown. The web view scrolls to it.
        guard currentPage != uri else { return .ownPage(uri) }
        do {
            let now = context.core.environment.now()
            _ = try currentSource().item(uri, at: now, revoked: context.revoked())
            try navigate(to: uri)
            return .ownPage(uri)
        } catch let refusal as PageSource.Refusal {
            return .denied(refusal.reason)
        } catch {
            if let error = error as? HubError { logDamage(of: uri, error) }
            return .denied(.notInRelease)
        }
    }

    private func leaveApp(to url: URL) {
        guard let queue = state.withLock({ $0.queue }) else { return }
        let page = currentPage
        Task {
            guard await queue.surface.confirmLeaving(to: url) else { return }
            state.withLock { state in
                guard state.queue != nil else { return }
                state.stay.recorder.externalLinkOpened(url, on: page)
                state.queue?(.open(url))
            }
        }
    }

    private func page(_ uri: ContentURI) -> ResourceAnswer {
        guard let page = state.withLock({ $0.queue == nil ? nil : $0.visit?.page }), page.uri == uri else {
            return .denied(.notDisplayed)
        }
        let mediaType = "text/html; charset=utf-8"
        return .content(
            page.html, mediaType: mediaType, headers: page.headers.merging(["content-type": mediaType]) { $1 })
    }

    private func asset(_ uri: ContentURI) -> ResourceAnswer {
        let found: ContentAsset?
        do { found = try currentSource().release.asset(uri) } catch {
            logDamage(of: uri, error)
            return .denied(.notInRelease)
        }
        guard let asset = found else { return .denied(.notInRelease) }
        let headers = [
            "content-type": asset.mediaType, "x-content-type-options": "nosniff", "cache-control": "no-store",
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ]
        return .content(asset.data, mediaType: asset.mediaType, headers: headers)
    }

    /// A page or asset that the release does not have needs no message, because its refusal is logged.
    private func logDamage(of uri: ContentURI, _ error: HubError) {
        guard error.code == .missingDatabase else { return }
        context.core.log(.error, .debug, "\(uri) cannot be read: \(error.message)")
    }

    private func count(_ item: ContentItem) {
        do { try context.core.users.viewed(tags: item.tags) } catch {
            context.core.log(.warning, .debug, "the view of \(item.uri) was not counted: \(error.message)")
        }
    }

    /// Sends a decision to observers. A refusal also goes to the log and the metrics, once per address and visit.
    @discardableResult
    private func record(_ url: URL, _ decision: RequestGate.Decision, trigger: String? = nil) -> RequestGate.Decision {
        let page = currentPage
        context.journal.send(
            RequestRecord(
                time: context.core.environment.now(), url: url, page: page, decision: decision, trigger: trigger))
        guard case .denied(let reason) = decision else { return decision }
        let isNew = state.withLock { state in
            guard let refused = state.visit?.refused else { return true }
            let key = "\(trigger ?? "") \(url.absoluteString)"
            guard refused.count < Self.maximumReports, !refused.contains(key) else { return false }
            state.visit?.refused.insert(key)
            return true
        }
        guard isNew else { return decision }
        let cause = trigger.map { "\(reason.rawValue), \($0)" } ?? reason.rawValue
        context.core.log(.warning, .debug, "request refused (\(cause)): \(Log.address(url))")
        state.withLock { $0.stay.recorder }.requestDenied(url, reason, on: page)
        return decision
    }

    private static func name(ofVideo video: String) -> String {
        let address = URL(string: video).flatMap { $0.host == nil ? nil : Log.address($0) }
        return String((address ?? video).unicodeScalars.prefix(1_024))
    }

    /// The largest number of reported refusals per visit, and of reported videos. Only observers see more refusals.
    private static let maximumReports = 100
}

public import Foundation
import MarqueeCore
import MarqueeWire

/// What a surface reports.
extension HubPresentation {
    /// The page stands on screen: it counts as viewed from now on.
    ///
    /// Later reports of the same visit, and of earlier ones, change nothing.
    public func pageRendered(_ id: HubPage.ID) {
        let now = context.core.environment.uptime()
        let isForeground = context.core.appState == .foreground
        let item = state.withLock { session -> ContentItem? in
            guard session.queue != nil, var visit = session.visit, visit.page.id == id, !visit.isRendered,
                let release = session.source?.release
            else {
                return nil
            }
            visit.meter = ReadingMeter(words: visit.words, startedAt: isForeground ? now : nil)
            session.visit = visit
            session.stay.recorder.viewed(visit.item, release: release.version)
            return session.counted.insert(visit.item.uri).inserted ? visit.item : nil
        }
        if let item { count(item) }
        if state.withLock({ $0.visit?.page.id == id }) { settle(.success(())) }
    }

    /// The page was scrolled.
    /// - Parameters:
    ///   - position: where its top is now, in the surface's own unit; given back in ``HubPage/scrollPosition``.
    ///   - depth: how much of the page has been above the lower edge of the screen, 0 to 1.
    ///   - id: the visit that was scrolled; reports about an earlier one are ignored.
    public func scrolled(to position: Double, depth: Double, on id: HubPage.ID) {
        state.withLock { session in
            guard session.queue != nil, session.visit?.page.id == id else { return }
            session.history.scrolled(to: position)
            session.visit?.meter?.scrolled(depth: depth)
        }
    }

    /// A video of the page began to play.
    ///
    /// Counts once per visit and video, and for the page that is shown alone.
    /// - Parameters:
    ///   - video: its id or its address; of an address the query and the fragment are not recorded, since they may
    ///     name who watches. What is longer than 1,024 characters is cut.
    ///   - id: the visit in which it plays; reports about an earlier one are ignored.
    public func videoPlayed(_ video: String, on id: HubPage.ID) {
        let name = Self.name(ofVideo: video)
        state.withLock { session in
            guard session.queue != nil, var visit = session.visit, visit.page.id == id, visit.isRendered,
                let release = session.source?.release, visit.played.count < Self.maximumReports,
                visit.played.insert(name).inserted
            else { return }
            session.visit = visit
            session.stay.recorder.videoPlayed(name, on: visit.item, release: release.version)
        }
    }

    /// A link was tapped, or a page tries to go somewhere by itself.
    ///
    /// The surface itself must not follow it.
    /// - Returns: what was decided, for surfaces that show it.
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
            state.withLock { session in
                session.stay.recorder.customSchemeOpened(scheme, on: session.visit?.page.uri)
                session.queue?(.open(url))
            }
        case .ownAsset, .embedded, .denied: break
        }
        return record(url, decision)
    }

    /// What a web view gets for an address.
    ///
    /// Reads from the presented release alone.
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

    /// The page's policy or the web view's own rules stopped a request.
    /// - Parameters:
    ///   - url: what was asked for; `nil` for something that has no address, such as a script in the page's text.
    ///   - trigger: the directive or rule that stopped it, if the web view says so.
    public func requestBlocked(_ url: URL?, trigger: String? = nil) {
        guard let url = url ?? currentPage.flatMap({ URL(string: $0.description) }) else { return }
        record(url, .denied(.pagePolicy), trigger: trigger.map { String($0.prefix(100)) })
    }

    /// Markup was taken out of the page that is shown now.
    func report(_ removed: [RemovedMarkup], of page: ContentURI) {
        guard !removed.isEmpty, let base = URL(string: page.description) else { return }
        for markup in removed {
            // On the web an address without a scheme takes the page's: whoever wrote it meant the network.
            let address = markup.address.map { $0.hasPrefix("//") ? "https:\($0)" : $0 }
            let target = address.flatMap { URL(string: $0, relativeTo: base) }
            record(target?.absoluteURL ?? base, .denied(.markup), trigger: markup.element)
        }
    }

    private func follow(_ uri: ContentURI) -> RequestGate.Decision {
        guard isDisplayed else { return .denied(.notDisplayed) }
        // An anchor of the page that is shown: scrolling is the web view's own.
        guard currentPage != uri else { return .ownPage(uri) }
        do {
            let now = context.core.environment.now()
            _ = try currentSource().item(uri, at: now, revoked: context.revoked())
            try navigate(to: uri)
            return .ownPage(uri)
        } catch let refusal as PageSource.Refusal {
            return .denied(refusal.reason)
        } catch {
            return .denied(.notInRelease)
        }
    }

    private func leaveApp(to url: URL) {
        guard let queue = state.withLock({ $0.queue }) else { return }
        let page = currentPage
        Task {
            guard await queue.surface.confirmLeaving(to: url) else { return }
            state.withLock { session in
                guard session.queue != nil else { return }
                session.stay.recorder.externalLinkOpened(url, on: page)
                session.queue?(.open(url))
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
        guard let asset = try? currentSource().release.asset(uri) else { return .denied(.notInRelease) }
        let headers = [
            "content-type": asset.mediaType, "x-content-type-options": "nosniff", "cache-control": "no-store",
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ]
        return .content(asset.data, mediaType: asset.mediaType, headers: headers)
    }

    private func count(_ item: ContentItem) {
        do { try context.core.users.viewed(tags: item.tags) } catch {
            context.core.log(.warning, .debug, "the view of \(item.uri) is not counted: \(error.message)")
        }
    }

    /// Tells watchers, and for a refusal the log and, once per address and visit, the metrics.
    @discardableResult
    private func record(_ url: URL, _ decision: RequestGate.Decision, trigger: String? = nil) -> RequestGate.Decision {
        let page = currentPage
        context.journal.send(
            RequestRecord(
                time: context.core.environment.now(), url: url, page: page, decision: decision, trigger: trigger))
        guard case .denied(let reason) = decision else { return decision }
        let isNew = state.withLock { session in
            guard let refused = session.visit?.refused else { return true }
            let key = "\(trigger ?? "") \(url.absoluteString)"
            guard refused.count < Self.maximumReports, !refused.contains(key) else { return false }
            session.visit?.refused.insert(key)
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

    /// Refusals reported per visit, and videos; a page that asks for more is told to watchers only.
    private static let maximumReports = 100
}

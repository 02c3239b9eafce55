extension Container {
    /// Requests the close region and the orientation that the state needs.
    mutating func present() {
        let region = isFinished ? nil : closeRegion
        if region != presented.closeRegion {
            presented.closeRegion = region
            actions.append(region.map(HostAction.showCloseRegion) ?? .hideCloseRegion)
        }
        presentOrientation()
    }

    mutating func presentOrientation() {
        let wanted = holdsScreen ? properties.orientation : nil
        guard wanted != presented.orientation else { return }
        if wanted == OrientationProperties(), presented.orientation == nil { return }
        presented.orientation = wanted
        actions.append(wanted.map(HostAction.applyOrientation) ?? .restoreOrientation)
    }

    mutating func leavePresentation() {
        if presented.closeRegion != nil { actions.append(.hideCloseRegion) }
        if presented.orientation != nil { actions.append(.restoreOrientation) }
        presented.closeRegion = nil
        presented.orientation = nil
    }

    /// Orientation properties apply to expanded ads and to interstitials, never to banners. They apply from the moment
    /// that the host is asked to expand.
    private var holdsScreen: Bool {
        if transitions.contains(where: { $0.target == .expanded }) { return true }
        return switch state {
        case .expanded: true
        case .default: configuration.placement == .interstitial
        case .loading, .resized, .hidden: false
        }
    }

    /// The close region for the current state. An interstitial has one from the start, even if it never loads. An ad
    /// that is moving to a larger place already has the region there, because the host may never confirm the move.
    private var closeRegion: CloseRegion? {
        if let coming = transitions.last(where: { $0.target != .default }) {
            let drawsItsOwn = configuration.version == .v2 && (coming.target == .resized || coming.usesCustomClose)
            return CloseRegion(frame: coming.closePosition.region(in: coming.frame), showsIndicator: !drawsItsOwn)
        }
        let drawsItsOwn = configuration.version == .v2 && presented.usesCustomClose
        switch (configuration.placement, state) {
        case (_, .hidden): return nil
        case (.interstitial, _), (_, .expanded): return region(at: .topRight, showsIndicator: !drawsItsOwn)
        case (_, .resized):
            return region(at: presented.closePosition, showsIndicator: configuration.version == .v3)
        case (.inline, .loading), (.inline, .default): return transitions.isEmpty ? nil : presented.closeRegion
        }
    }

    private func region(at position: ClosePosition, showsIndicator: Bool) -> CloseRegion {
        CloseRegion(frame: position.region(in: currentPosition), showsIndicator: showsIndicator)
    }
}

extension Container {
    /// Brings close region and orientation in line with the state.
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

    /// Orientation properties hold for expanded ads and for interstitials, and for banners never. They hold from the moment
    /// that the host is asked to expand.
    private var holdsScreen: Bool {
        if transitions.contains(where: { $0.target == .expanded }) { return true }
        return switch state {
        case .expanded: true
        case .default: configuration.placement == .interstitial
        case .loading, .resized, .hidden: false
        }
    }

    /// The region that the present state needs: an interstitial has it from the start, even if it never loads. An ad that is on
    /// its way to a larger place has it there already, since the host may never say that the ad arrived.
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

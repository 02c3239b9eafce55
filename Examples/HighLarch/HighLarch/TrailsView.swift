import MarqueeUI
import SwiftUI

/// A hub in a view of the app. The hub has no controls; the app's tab bar stays visible.
struct TrailsView: View {
    @EnvironmentObject private var village: Village

    var body: some View {
        if village.marquee == nil {
            ProgressView()
        } else {
            HubView(.tags(["day-hike"]), entryPoint: "trails tab") { village.problem = $0.message }
        }
    }
}

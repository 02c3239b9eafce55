import MarqueeUI
import SwiftUI

/// A hub inside of the app's own view: no controls, the app's tab bar goes with it.
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

import SwiftUI

/// A mountain village's app: what its visitors read comes from the content hub of `make demo`.
@main
struct HighLarchApp: App {
    @StateObject private var village = Village()

    var body: some Scene {
        WindowGroup {
            TabView {
                HomeView().tabItem { Label("Home", systemImage: "house") }
                TrailsView().tabItem { Label("Trails", systemImage: "map") }
                VisitorsView().tabItem { Label("Visitors", systemImage: "person.2") }
                SettingsView().tabItem { Label("Settings", systemImage: "gearshape") }
            }
            .environmentObject(village)
            .task { await village.open() }
        }
    }
}

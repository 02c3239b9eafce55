import SwiftUI

/// The app of a mountain village. Its pages come from the content hub of `make demo`.
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

import Marquee
import MarqueeUI
import SwiftUI

/// The app of a mountain village. Its pages come from the content hub of `make demo`.
@main
struct HighLarchApp: App {
    @UIApplicationDelegateAdaptor(PushDelegate.self) private var delegate
    @StateObject private var village = Village()

    var body: some Scene {
        WindowGroup {
            TabView {
                HomeView().tabItem { Label("Home", systemImage: "house") }
                TrailsView().tabItem { Label("Trails", systemImage: "map") }
                VisitorsView().tabItem { Label("Visitors", systemImage: "person.2") }
                MembershipView().tabItem { Label("Membership", systemImage: "person.text.rectangle") }
                SettingsView().tabItem { Label("Settings", systemImage: "gearshape") }
            }
            .environmentObject(village)
            .engageLinks(village.marquee?.engage.links)
            .task { await village.open() }
        }
    }
}

import Marquee
import MarqueeUI
import SwiftUI

/// A game in which stones are put on each other.
@main
struct CairnsApp: App {
    @Environment(\.scenePhase) private var phase: ScenePhase
    @StateObject private var model = GameModel()

    var body: some Scene {
        WindowGroup {
            TabView {
                MeadowView().tabItem { Label("Meadow", systemImage: "mountain.2") }
                ShopView().tabItem { Label("Shop", systemImage: "cart") }
                SettingsView().tabItem { Label("Settings", systemImage: "gearshape") }
            }
            .environmentObject(model)
            .task { await model.start() }
            .onChange(of: phase) { model.entered($0) }
        }
    }
}

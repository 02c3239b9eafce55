import Foundation
import Marquee
import MarqueeUI
import SwiftUI

/// Two buttons that open the hub, each with its own entry point, and a handler for links from outside the app.
struct HomeView: View {
    @EnvironmentObject private var village: Village
    @State private var isReading = false
    @State private var isReadingTrails = false
    @State private var isReadingLink = false
    @State private var link = ""

    var body: some View {
        NavigationStack {
            Form {
                Section("Today in High Larch") {
                    Button("Read what is new") { isReading = true }
                        .marqueeHub(isPresented: $isReading, entryPoint: "home button") { show($0.message) }
                    Button("Where to walk") { isReadingTrails = true }
                        .marqueeHub(isPresented: $isReadingTrails, .tags(["day-hike"]), entryPoint: "trails button") {
                            show($0.message)
                        }
                }
                if !village.problem.isEmpty {
                    Section("Something is missing") { Text(village.problem) }
                }
            }
            .navigationTitle(Text("High Larch"))
            .disabled(village.marquee == nil)
        }
        .onOpenURL { url in
            link = url.absoluteString
            isReadingLink = true
        }
        .marqueeHub(isPresented: $isReadingLink, .uri(link), entryPoint: "link") { show($0.message) }
    }

    private func show(_ problem: String) {
        village.problem = problem
    }
}

import Marquee
import SwiftUI

/// The privacy of the visitors, the look of the next hub, and a line if the visitors cannot be read.
struct SettingsView: View {
    @EnvironmentObject private var village: Village
    @State private var isLight = false
    @State private var isTrackingLimited = false
    @State private var isPrivate = false
    @State private var showsLogo = true

    var body: some View {
        NavigationStack {
            Form {
                Section("Privacy") {
                    Toggle("Send no identifiers and no location", isOn: $isTrackingLimited)
                    Toggle("Record nothing that I read", isOn: $isPrivate)
                    Text("What was recorded before is deleted.").font(.footnote)
                }
                Section("The next hub") {
                    Toggle("Light", isOn: $isLight)
                    Toggle("Logo", isOn: $showsLogo)
                }
                if !village.readProblem.isEmpty {
                    Section("The visitors cannot be read") { Text(village.readProblem) }
                }
            }
            .navigationTitle(Text("Settings"))
            .disabled(village.marquee == nil)
        }
        .onAppear { read() }
        .onChange(of: isTrackingLimited) { if $0 != village.isTrackingLimited { village.limitTracking($0) } }
        .onChange(of: isPrivate) { if $0 != village.isPrivate { keepPrivate($0) } }
        .onChange(of: isLight) { village.marquee?.hub.colorScheme = $0 ? .light : .dark }
        .onChange(of: showsLogo) { village.marquee?.hub.showsLogo = $0 }
    }

    /// Reads the other switch again, because refusing everything limits tracking too.
    private func keepPrivate(_ isPrivate: Bool) {
        village.keepPrivate(isPrivate)
        isTrackingLimited = village.isTrackingLimited
    }

    private func read() {
        isPrivate = village.isPrivate
        isTrackingLimited = village.isTrackingLimited
        guard let hub = village.marquee?.hub else { return }
        (isLight, showsLogo) = (hub.colorScheme == .light, hub.showsLogo)
    }
}

import SwiftUI

/// The opt-out, which shows what the SDK says, also after the next launch.
struct SettingsView: View {
    @EnvironmentObject private var model: GameModel
    @State private var isOptedOut = false

    var body: some View {
        NavigationStack {
            Form {
                Section("Privacy") {
                    Toggle("No identifiers of this device", isOn: $isOptedOut)
                }
            }
            .navigationTitle(Text("Settings"))
            .disabled(model.game == nil)
        }
        .onAppear { isOptedOut = model.state.isOptedOut }
        .onChange(of: model.state.isOptedOut) { isOptedOut = $0 }
        .onChange(of: isOptedOut) { if $0 != model.state.isOptedOut { model.game?.setOptedOut($0) } }
    }
}

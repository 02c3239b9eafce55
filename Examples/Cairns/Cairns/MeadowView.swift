import Marquee
import MarqueeUI
import SwiftUI

/// The game itself, and its button More Games with the badge.
struct MeadowView: View {
    @EnvironmentObject private var model: GameModel

    var body: some View {
        NavigationStack {
            Form {
                Section("Your cairn") {
                    Text(verbatim: String(repeating: "▰", count: model.stones % 5))
                    Text("The sound is \(model.state.isSoundOn ? "on" : "off")")
                    Text("The wind \(model.state.isAnimated ? "blows" : "rests")")
                    Button("Put a stone") { model.putStone() }
                }
                Section("Purse") {
                    ForEach(model.state.purse.amounts.keys.sorted(), id: \.self) { name in
                        Text("\(name): \(model.state.purse.amounts[name] ?? 0)")
                    }
                }
                Section("Elsewhere") {
                    Button("More games") { model.show(Game.Place.moreGames) }.marqueeBadge(model.game?.badge)
                }
                if !model.problem.isEmpty || !model.state.message.isEmpty {
                    Section("What happened") { Text(model.problem.isEmpty ? model.state.message : model.problem) }
                }
            }
            .navigationTitle(Text("Cairns"))
        }
    }
}

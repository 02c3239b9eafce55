import Marquee
import SwiftUI

/// The app's users, and the tags by which the hub is tailored.
struct VisitorsView: View {
    @EnvironmentObject private var village: Village
    @State private var name = ""
    @State private var interest = "winter"

    private let interests = ["winter", "day-hike", "family", "soup"]

    var body: some View {
        NavigationStack {
            Form {
                Section("Visitors") {
                    ForEach(village.visitors, id: \.self) { visitor in
                        Button(visitor == village.visitor ? "\(visitor) ✓" : visitor) { village.choose(visitor) }
                    }
                }
                Section("A new visitor") {
                    TextField("Name", text: $name)
                    Picker("Interested in", selection: $interest) {
                        ForEach(interests, id: \.self) { Text(verbatim: $0).tag($0) }
                    }
                    Button("Add") { add() }.disabled(name.isEmpty)
                }
                Section("What the visitor cares about") {
                    ForEach(village.tags.keys.sorted(), id: \.self) { tag in
                        Stepper(
                            "\(tag): \(village.tags[tag] ?? 0)", onIncrement: { village.count(tag, by: 1) },
                            onDecrement: { village.count(tag, by: -1) })
                    }
                }
            }
            .navigationTitle(Text("Visitors"))
        }
    }

    private func add() {
        village.add(name, interestedIn: [interest])
        village.choose(name)
        name = ""
    }
}

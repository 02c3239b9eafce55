import SwiftUI

/// Sells by the App Store. A product that the store does not know is reported as an error.
struct ShopView: View {
    @EnvironmentObject private var model: GameModel

    private let products = ["org.example.cairns.stones", "org.example.cairns.unknown"]

    var body: some View {
        NavigationStack {
            Form {
                Section("Products") {
                    ForEach(products, id: \.self) { product in Button(product) { model.buy(product) } }
                }
                Section("What happened") { Text(model.state.message) }
            }
            .navigationTitle(Text("Shop"))
            .disabled(model.game == nil)
        }
    }
}

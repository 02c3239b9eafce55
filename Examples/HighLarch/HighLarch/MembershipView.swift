import SwiftUI

/// The visitor's ids in the village's customer list, with a button for each of the SDK's two calls about them.
struct MembershipView: View {
    @EnvironmentObject private var village: Village
    @State private var card = ""

    var body: some View {
        NavigationStack {
            Form {
                Section("Who the village knows") {
                    Text("Recipient id: \(village.membership.recipientID)")
                    Text("Mobile user id: \(village.membership.mobileUserID)")
                }
                Section("A new visitor") {
                    Button("Setup recipient") { village.setUpRecipient() }
                }
                Section("A visitor with a village card") {
                    TextField("Number of the card", text: $card)
                    Button("Check identity") { village.checkIdentity(card: card) }.disabled(card.isEmpty)
                }
                if !village.membership.message.isEmpty {
                    Section("What happened") { Text(village.membership.message) }
                }
            }
            .navigationTitle(Text("Membership"))
            .disabled(village.marquee == nil || village.isAsking)
        }
    }
}

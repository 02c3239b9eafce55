import Foundation
import Marquee
import SwiftUI

/// A view that uses the names of three modules without a qualification.
struct NamesTogether: View {
    @Environment(\.colorScheme) private var scheme: ColorScheme
    let marquee: Marquee

    var body: some View {
        Text(verbatim: text).onAppear { marquee.hub.colorScheme = look }
    }

    private var look: Hub.ColorScheme { scheme == .dark ? .dark : .light }

    private var text: String { "\(URL(string: "zbimdb://brand/")?.scheme ?? ""): \(marquee.hub.isReady)" }
}

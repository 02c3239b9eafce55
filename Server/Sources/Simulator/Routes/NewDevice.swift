import Foundation

/// The properties of a new phone: the body of the request that switches it on, which may be empty.
struct NewDevice: Decodable {
    /// The id of the app that it carries; `nil` leaves it to the lab.
    let app: String?

    init(json: Data) throws(LabError) {
        if json.isEmpty {
            app = nil
            return
        }
        do { self = try JSONDecoder().decode(Self.self, from: json) } catch {
            throw LabError(.badCommand, "a new device is a JSON object with an \"app\", or nothing")
        }
    }
}

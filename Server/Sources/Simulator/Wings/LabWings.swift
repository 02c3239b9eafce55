/// The wings of the lab, in the order of their tabs.
enum LabWings {
    static let all: [any LabWing] = [
        DeviceWing(),
        HubWing(),
        EngageWing(),
        PlacementsWing(),
    ]
}

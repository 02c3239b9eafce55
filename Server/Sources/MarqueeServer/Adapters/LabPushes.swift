import Foundation
import PlatformStore
import Simulator

/// Hands push messages to the phones of the device lab, which know a person by recipient id or mobile user id.
struct LabPushes: PushDelivery {
    let lab: DeviceLab

    func deliver(_ payload: Data, to person: PushAddress, app: String) async -> PlatformStore.PushOutcome {
        var outcome = PlatformStore.PushOutcome.noDevice
        for id in [String(person.recipient), person.mobileUser] where outcome == .noDevice && !id.isEmpty {
            outcome = deliver(payload, to: id, app: app)
        }
        return outcome
    }

    private func deliver(_ payload: Data, to id: String, app: String) -> PlatformStore.PushOutcome {
        guard let outcome = try? lab.deliver(payload, to: id, app: app) else { return .failed }
        return switch outcome {
        case .delivered: .delivered
        case .refused(.noPhone): .noDevice
        case .refused(.notPermitted): .noPermission
        case .refused(.unreachable): .failed
        }
    }
}

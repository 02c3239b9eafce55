import Collector
import Placements

/// Counts what devices send to placements, by the rule for events.
struct CollectedSenders: PlacementSenders {
    let limits: IntakeLimits

    func admit(_ address: Int) throws { try limits.admit(address) }

    func charge(_ bytes: Int, address: Int) throws { try limits.charge(bytes, address: address) }

    func charge(_ bytes: Int, install: String) throws { try limits.charge(bytes, install: install) }
}

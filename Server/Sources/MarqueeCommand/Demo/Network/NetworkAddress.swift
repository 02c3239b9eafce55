import NIOCore

/// An IPv4 address of this machine in a network, by which other machines there reach it.
struct NetworkAddress: Sendable, Hashable {
    let address: [UInt8]
    let mask: [UInt8]
    /// The network interface as the system names it.
    let device: String

    /// For certificates: the network's address and mask (RFC 5280, section 4.2.1.10).
    var range: [UInt8] { zip(address, mask).map { $0 & $1 } + mask }

    /// As people write it: `192.168.1.20`.
    var text: String { address.map(String.init).joined(separator: ".") }

    /// Networks between programs of this machine, such as containers, and tunnels: phones beside it are in none of them.
    private static let inner = [
        "docker", "br-", "veth", "virbr", "vmnet", "lxc", "bridge", "tun", "tap", "utun", "wg", "tailscale", "zt",
        "ppp",
        "ipsec", "gif", "stf",
    ]

    /// Whether only machines of one's own network can have the address (RFC 1918).
    var isPrivate: Bool {
        switch (address[0], address[1]) {
        case (10, _), (192, 168), (172, 16...31): true
        default: false
        }
    }

    /// Whether machines gave it to themselves, because nobody gave them one (RFC 3927).
    private var isLinkLocal: Bool { address[0] == 169 && address[1] == 254 }

    /// The address that phones beside this machine probably reach: a private one, and of those one of a wireless or wired
    /// network.
    static func best(of addresses: [NetworkAddress]) -> NetworkAddress? {
        let names = ["wl", "en", "eth"]
        return addresses.filter(\.isPrivate).min { first, second in
            func place(_ one: NetworkAddress) -> Int {
                names.firstIndex { one.device.hasPrefix($0) } ?? names.count
            }
            return (place(first), first.device, first.text) < (place(second), second.device, second.text)
        }
    }

    /// The addresses of this machine, but for those that only it can reach and those of tunnels.
    /// - Throws: the system's error.
    static func all() throws -> [NetworkAddress] {
        try System.enumerateDevices().compactMap { device in
            guard !inner.contains(where: { device.name.hasPrefix($0) }), let address = bytes(device.address),
                let mask = bytes(device.netmask), address.first != 127
            else { return nil }
            let found = NetworkAddress(address: address, mask: mask, device: device.name)
            return found.isLinkLocal ? nil : found
        }
    }

    /// The four bytes of an IPv4 address; `nil` for any other.
    private static func bytes(_ address: SocketAddress?) -> [UInt8]? {
        guard case .v4 = address, let text = address?.ipAddress else { return nil }
        let bytes = text.split(separator: ".").compactMap { UInt8($0) }
        return bytes.count == 4 ? bytes : nil
    }
}

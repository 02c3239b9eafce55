import MarqueeWire
import PlatformStore

/// The checks of open requests, and of what every request says.
extension ConsoleHistory {
    /// Parameters that identify a device, and their names for people.
    private static let identifiers = [
        ("gid", "gid"), ("sid", "sid"), ("d_custom", "customUDID"), ("d_ifa", "IDFA"), ("ifa", "IDFA"),
        ("idfv", "vendor id"), ("d_mac", "MAC"), ("mac", "MAC"), ("d_odin1", "ODIN1"),
    ]
    /// The version from which on every request carries every identifier.
    private static let oldestVersion = [1, 13, 1]
    /// How much later than the last open a session may seem to begin: requests take time.
    private static let tolerance = Duration.seconds(15)
    private static let day = 86_400

    func identifier(_ request: PlacementRequestRecord) -> ConsoleFinding {
        let names = Self.identifiers.filter { request.has($0.0) }.map(\.1)
        if !names.isEmpty {
            return ConsoleFinding(.identifier, true, "Received: \(names.joined(separator: ", ")).", request)
        }
        if request.isOptedOut {
            return ConsoleFinding(
                .identifier, true, "The user opted out (opt_out=1): no identifier is kept, and none is missing.",
                request)
        }
        return ConsoleFinding(
            .identifier, false,
            "The open request has no identifier of the device. Update the SDK, and set a customUDID if the game has ids of its own.",
            request)
    }

    /// `stime` says how long the game's session has lasted. A session that began after the last open had none: the game came
    /// to the foreground and sent no open request. Requests without `stime` say nothing of it.
    func session(_ request: PlacementRequestRecord, lastOpen: Timestamp?) -> ConsoleFinding? {
        guard let text = request.parameters["stime"], let seconds = Int(text), (0...Self.day).contains(seconds) else {
            return nil
        }
        let begin = request.time + .seconds(-seconds)
        guard begin > (lastOpen ?? since) + Self.tolerance else { return nil }
        let open = lastOpen.map { "the last open request came \((request.time - $0).milliseconds / 1000) s before it" }
        return ConsoleFinding(
            .open, false,
            "The session of this content request began \(seconds) s before it, and \(open ?? "no open request came"). Send an open request each time the game comes to the foreground.",
            request)
    }

    func signature(_ request: PlacementRequestRecord) -> ConsoleFinding {
        func failed(_ sentence: String) -> ConsoleFinding { ConsoleFinding(.signature, false, sentence, request) }
        switch request.outcome {
        case .unknownToken where !request.line.contains("/v1/") && !request.has("token"):
            return failed("The request has no token. Give the SDK the token of the app.")
        case .unknownToken:
            return failed("Unknown token: no app has it. The token is the app’s id, which the page of the app shows.")
        case .wrongSignature where request.line.contains("/v3/") && !request.has("signature") && !request.has("sig4"):
            return failed("The token is right, and the request has no signature. Give the SDK the secret of the app.")
        case .wrongSignature:
            return failed("The token is right, and the signature is wrong. Check the secret in the game.")
        case .replayed:
            return failed(
                "The same request came a second time: its nonce was used before. Make a new request object for each request."
            )
        default: return ConsoleFinding(.signature, true, "The token is known, and the signature is right.", request)
        }
    }

    func version(_ request: PlacementRequestRecord) -> ConsoleFinding {
        let name = request.has("sdk-ios") ? "sdk-ios" : "sdk_version"
        let text = request.parameters[name] ?? ""
        guard !text.isEmpty else {
            return ConsoleFinding(
                .version, false, "The open request reports no version of the SDK (sdk-ios). Update the SDK.", request)
        }
        if request.has("device") {
            return ConsoleFinding(
                .version, false,
                "SDK \(text) is outdated: it sends a UDID, which this server drops. Update to 1.13.1 or later.", request
            )
        }
        let numbers = text.split(separator: ".").map { Int($0) ?? 0 }
        if name == "sdk-ios", numbers.lexicographicallyPrecedes(Self.oldestVersion) {
            return ConsoleFinding(
                .version, false,
                "SDK \(text) is outdated: it does not send every identifier with every request. Update to 1.13.1 or later.",
                request)
        }
        return ConsoleFinding(.version, true, "The SDK reports version \(text).", request)
    }

    func advertisingID(_ request: PlacementRequestRecord) -> ConsoleFinding {
        func passed(_ sentence: String) -> ConsoleFinding { ConsoleFinding(.advertisingID, true, sentence, request) }
        let id = request.parameters["d_ifa"] ?? request.parameters["ifa"] ?? ""
        let isLimited = request.parameters["tracking"] == "0"
        if id.contains(where: { $0 != "0" && $0 != "-" }) {
            return passed(isLimited ? "IDFA received; the user limits ad tracking." : "IDFA received.")
        }
        if request.isOptedOut { return passed("No IDFA: the user opted out (opt_out=1).") }
        if isLimited || !id.isEmpty { return passed("No IDFA: the user limits ad tracking, or the game has none.") }
        if request.parameters["sdk_platform"] == "android" { return passed("Android has no IDFA.") }
        let system = request.parameters["os"] ?? ""
        let major = system.split(separator: " ").last.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
        if let major, major < 6 { return passed("No IDFA: \(system) has none. It came with version 6.") }
        if let major, major >= 14, !request.has("tracking") {
            return passed("No IDFA: since version 14 the system gives it to a game only if the user allows tracking.")
        }
        return ConsoleFinding(
            .advertisingID, false,
            "The open request has no IDFA, and the user does not limit ad tracking. Link AdSupport, and remove PH_USE_AD_SUPPORT=0.",
            request)
    }
}

extension PlacementRequestRecord {
    /// Whether a parameter was sent and is not empty.
    func has(_ name: String) -> Bool { !(parameters[name] ?? "").isEmpty }

    var isOptedOut: Bool { parameters["opt_out"] == "1" }
}

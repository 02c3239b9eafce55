import CBuild
import MarqueeCore

/// Which build this program is.
public enum BuildInfo {
    /// The version of SDK and server, such as `1.2.0`.
    public static let version = Core.version
    /// The commit that it was built from, shortened; `unknown` when it was not built by make.
    public static let commit = String(cString: marquee_build_commit())
    /// Both, as `--version` prints them.
    public static let text = commit == "unknown" ? version : "\(version) (\(commit))"
}

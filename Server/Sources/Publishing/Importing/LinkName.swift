/// The name of a file without its folder and extension.
enum LinkName {
    static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        return stem.isEmpty ? name : stem
    }
}

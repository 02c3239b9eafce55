extension String {
    /// The words in lines that are shorter than `width` characters; a longer word gets a line of its own.
    func lines(of width: Int) -> [String] {
        split(separator: " ").reduce(into: []) { lines, word in
            if let line = lines.last, line.count + 1 + word.count < width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}

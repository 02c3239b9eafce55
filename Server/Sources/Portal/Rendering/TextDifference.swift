/// The difference of two texts by words, with a little of what is the same around it.
struct TextDifference: Sendable, Equatable {
    /// A part of the texts.
    struct Piece: Sendable, Equatable {
        enum Kind: String, Sendable {
            case same, removed, added
            /// Lines that are the same and not shown; the text says how many.
            case skipped
        }

        let kind: Kind
        let text: String
    }

    /// Texts with more changed lines, and lines with more changed words, are shown as replaced as a whole: the work of a
    /// comparison grows with the square.
    private static let mostParts = 1000
    /// The lines that are shown before and after a change.
    private static let context = 2

    let pieces: [Piece]

    /// Compares two texts; equal texts have no pieces.
    init(from old: String, to new: String) {
        guard old != new else {
            pieces = []
            return
        }
        let (oldLines, newLines) = (Self.lines(old), Self.lines(new))
        var steps = Self.steps(from: oldLines, to: newLines)[...]
        var found: [Piece] = []
        while let first = steps.first {
            if first.kind == .same {
                let run = steps.prefix { $0.kind == .same }
                steps = steps.dropFirst(run.count)
                found += Self.shown(run.map(\.text), isFirst: found.isEmpty, isLast: steps.isEmpty)
            } else {
                let run = steps.prefix { $0.kind != .same }
                steps = steps.dropFirst(run.count)
                let removed = run.filter { $0.kind == .removed }.map(\.text).joined()
                let added = run.filter { $0.kind == .added }.map(\.text).joined()
                found += Self.steps(from: Self.words(removed), to: Self.words(added))
            }
        }
        pieces = Self.joined(found)
    }

    /// The lines with their line ends.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
        if lines.last == "\n" { lines.removeLast() }
        return lines
    }

    /// Runs of letters and digits, and every other character for itself.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        for character in text {
            let belongs = character.isLetter || character.isNumber
            if belongs, isInWord { words[words.count - 1].append(character) } else { words.append(String(character)) }
            isInWord = belongs
        }
        return words
    }

    /// How one list becomes another one, what is removed before what is added.
    private static func steps(from old: [String], to new: [String]) -> [Piece] {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (gone, come) = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
        return old.prefix(start).map { Piece(kind: .same, text: $0) } + inner(from: gone, to: come)
            + old.suffix(end).map { Piece(kind: .same, text: $0) }
    }

    private static func inner(from old: [String], to new: [String]) -> [Piece] {
        guard old.count <= mostParts, new.count <= mostParts else {
            return old.map { Piece(kind: .removed, text: $0) } + new.map { Piece(kind: .added, text: $0) }
        }
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var pieces: [Piece] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                pieces.append(Piece(kind: .removed, text: old[left]))
                left += 1
            } else if right < new.count, added.contains(right) {
                pieces.append(Piece(kind: .added, text: new[right]))
                right += 1
            } else {
                pieces.append(Piece(kind: .same, text: new[right]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return pieces
    }

    /// The ends of a run of equal lines, next to what changed.
    private static func shown(_ lines: [String], isFirst: Bool, isLast: Bool) -> [Piece] {
        let (before, after) = (isFirst ? 0 : context, isLast ? 0 : context)
        let hidden = lines.count - before - after
        guard hidden > 1 else { return lines.map { Piece(kind: .same, text: $0) } }
        return lines.prefix(before).map { Piece(kind: .same, text: $0) }
            + [Piece(kind: .skipped, text: "\(hidden) lines are the same")]
            + lines.suffix(after).map { Piece(kind: .same, text: $0) }
    }

    /// Neighbours of one kind as one piece.
    private static func joined(_ pieces: [Piece]) -> [Piece] {
        var joined: [Piece] = []
        for piece in pieces {
            if let last = joined.last, last.kind == piece.kind, piece.kind != .skipped {
                joined[joined.count - 1] = Piece(kind: piece.kind, text: last.text + piece.text)
            } else {
                joined.append(piece)
            }
        }
        return joined
    }
}

import Foundation

/// Blobs as files below one folder; a name is the file's path.
struct BlobFolder: BlobStore {
    let root: URL

    func put(_ data: Data, as name: String) async throws(StoreError) {
        try await placing(name) { (file) throws(StoreError) in try PrivateFile.write(data, to: file) }
    }

    func put(moving file: URL, as name: String) async throws(StoreError) {
        try await placing(name) { (url) throws(StoreError) in
            try PrivateFile.move(file, to: url)
        }
    }

    func length(of name: String) async throws(StoreError) -> Int? { Self.status(url(name)).map { Int($0.st_size) } }

    func read(_ name: String, _ range: Range<Int>) async throws(StoreError) -> BlobPart? {
        let url = url(name)
        return try await BlockingWork.run { () throws(StoreError) in
            guard let status = Self.status(url) else { return nil }
            let length = Int(status.st_size)
            let wanted = range.clamped(to: 0..<length)
            guard !wanted.isEmpty else { return BlobPart(length: length, bytes: Data()) }
            do {
                let file = try FileHandle(forReadingFrom: url)
                defer { try? file.close() }
                try file.seek(toOffset: UInt64(wanted.lowerBound))
                return BlobPart(length: length, bytes: try file.read(upToCount: wanted.count) ?? Data())
            } catch {
                // It may have been removed since its length was read.
                guard Self.status(url) != nil else { return nil }
                throw StoreError(.storage, "\(name) cannot be read", cause: error)
            }
        }
    }

    func localFile(_ name: String) -> URL? {
        let url = url(name)
        return Self.status(url) == nil ? nil : url
    }

    func list(_ prefix: String, after: String?, limit: Int) async throws(StoreError) -> [BlobEntry] {
        try await BlockingWork.run { () throws(StoreError) in
            var listing = Listing(prefix: prefix, after: after, limit: limit)
            // Names with the prefix are below the prefix's own folder.
            try listing.add(
                String(prefix[..<(prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex)]),
                of: root)
            return listing.entries
        }
    }

    func remove(_ name: String) async throws(StoreError) {
        let url = url(name)
        try await BlockingWork.run { () throws(StoreError) in
            guard unlink(url.path) == 0 || errno == ENOENT else {
                throw StoreError(.storage, "\(name) cannot be deleted: \(String(cString: strerror(errno)))")
            }
            // A folder with something in it stays: the system refuses to delete it.
            var folder = url.deletingLastPathComponent()
            while folder.path.utf8.count > root.path.utf8.count + 1, rmdir(folder.path) == 0 {
                folder = folder.deletingLastPathComponent()
            }
        }
    }

    /// Makes the file's folder and runs `place`, again if the folder is removed in between.
    private func placing(
        _ name: String, _ place: @escaping @Sendable (URL) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let url = url(name)
        try await BlockingWork.run { () throws(StoreError) in
            try PrivateFile.makeFolder(url.deletingLastPathComponent())
            do throws(StoreError) { try place(url) } catch {
                guard Self.status(url.deletingLastPathComponent()) == nil else { throw error }
                try PrivateFile.makeFolder(url.deletingLastPathComponent())
                try place(url)
            }
        }
    }

    private func url(_ name: String) -> URL { root.appending(path: name, directoryHint: .notDirectory) }

    private static func status(_ url: URL) -> stat? {
        var status = stat()
        return stat(url.path, &status) == 0 ? status : nil
    }

    /// A walk through the folders in the order of names.
    private struct Listing {
        let prefix: String
        let after: String?
        let limit: Int
        var entries: [BlobEntry] = []

        /// - Parameter path: of a folder, with a slash at its end; empty for the root.
        mutating func add(_ path: String, of root: URL) throws(StoreError) {
            let folder = root.appending(path: path)
            var children: [(key: String, status: stat)] = []
            for name in try names(in: folder) where !name.hasPrefix(".") {
                guard let status = status(folder.appending(path: name)) else { continue }
                // The slash belongs to the order: "a.b" stands before "a/b".
                children.append((status.st_mode & S_IFMT == S_IFDIR ? name + "/" : name, status))
            }
            for child in children.sorted(by: { $0.key < $1.key }) where entries.count < limit {
                let name = path + child.key
                if name.hasSuffix("/") {
                    guard name.hasPrefix(prefix) || prefix.hasPrefix(name) else { continue }
                    if let after, name < after, !after.hasPrefix(name) { continue }
                    try add(name, of: root)
                } else if name.hasPrefix(prefix), after.map({ name > $0 }) ?? true {
                    entries.append(BlobEntry(name: name, stored: nanoseconds(child.status)))
                }
            }
        }

        private func names(in folder: URL) throws(StoreError) -> [String] {
            do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
                guard BlobFolder.status(folder) != nil else { return [] }
                throw StoreError(.storage, "the folder \(folder.path) cannot be read", cause: error)
            }
        }

        private func status(_ url: URL) -> stat? { BlobFolder.status(url) }

        private func nanoseconds(_ status: stat) -> Int {
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
    }
}

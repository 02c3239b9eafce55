import Foundation
import MarqueeWire
import PlatformStore

extension Doctor {
    /// Engine, version, layout and integrity of the database; the stores when they can be opened.
    func databaseChecks() async -> ([Check], Platform?) {
        let found: DatabaseExamination
        do throws(StoreError) { found = try await DatabaseExamination(of: subject.database, in: subject.folder) } catch
        {
            return (
                [
                    Check(
                        "database", .wrong,
                        "\(subject.database) cannot be used (\(error.message))\(remedy(for: error))")
                ],
                nil
            )
        }
        var checks = [Check("database", .ok, found.engine), Self.layoutCheck(found), Self.integrityCheck(found)]
        if let clock = found.clock {
            let apart = abs(clock.milliseconds - now().milliseconds)
            checks.append(
                apart < 5_000
                    ? Check("clock and database", .ok, "both clocks are \(apart) ms apart")
                    : Check(
                        "clock and database", .wrong,
                        "this machine's clock and the database's are \(apart / 1000) s apart: set both by NTP"))
        }
        guard found.layout == ControlPlane.currentLayout else { return (checks, nil) }
        let isUsed = DatabaseAddress.isDataFolder(subject.folder) && KeyFiles.hasServerKey(subject.folder)
        guard isUsed || !subject.database.isShared else {
            // To open the stores would make the directory's note and the server's key.
            checks.append(
                Check(
                    "stores", .skipped,
                    "no server has used \(subject.folder.path) with this database: start one, then look again"))
            return (checks, nil)
        }
        do throws(StoreError) {
            let platform = try await Platform.open(
                at: subject.folder, database: subject.database, objects: subject.objects)
            checks.append(await serverKeyCheck(platform))
            return (checks, platform)
        } catch {
            checks.append(Check("stores", .wrong, error.message))
            return (checks, nil)
        }
    }

    private func remedy(for error: StoreError) -> String {
        switch error.code {
        case .damaged: ": restore it from a backup"
        case .permissions: ": run as the server's user"
        case .unavailable, .storage:
            subject.database.isShared ? ": look whether it runs, and at address, user and password" : ""
        default: ""
        }
    }

    /// Whether the key opens the secrets that apps sign with.
    private func serverKeyCheck(_ platform: Platform) async -> Check {
        let file = KeyFiles.serverKey(in: subject.folder).path
        do throws(StoreError) {
            for app in try await platform.apps.apps() {
                _ = try await platform.credentials.signingSecrets(app: app.id, now: now())
            }
        } catch {
            let isLost = [.notFound, .damaged].contains(error.code)
            return Check("server key", .wrong, error.message + (isLost ? ": restore \(file) from a backup" : ""))
        }
        return Check(
            "server key", .ok,
            KeyFiles.hasServerKey(subject.folder)
                ? "\(file) opens the secrets of every app" : "none yet: it is made with the first secret")
    }

    private static func layoutCheck(_ found: DatabaseExamination) -> Check {
        let known = ControlPlane.currentLayout
        if found.layout == known { return Check("layout", .ok, "\(known), this program's") }
        return found.layout < known
            ? Check(
                "layout", .warning,
                "\(found.layout), of an earlier version: the next start of this version brings it to \(known); back up first"
            )
            : Check("layout", .wrong, "\(found.layout), of a later version: use that version's program")
    }

    private static func integrityCheck(_ found: DatabaseExamination) -> Check {
        switch found.integrity {
        case .sound: Check("integrity", .ok, "SQLite's quick check found nothing")
        case .damaged(let fault): Check("integrity", .wrong, "\(fault): restore it from a backup")
        case .tooLarge:
            Check("integrity", .skipped, "larger than 1 GiB: sqlite3 FILE 'PRAGMA quick_check' while nobody waits")
        case .ofServer: Check("integrity", .skipped, "PostgreSQL looks after its own files: pg_amcheck")
        }
    }

    /// Whether the store of objects answers and has those of the current releases.
    func objectChecks(_ platform: Platform) async -> [Check] {
        do throws(StoreError) {
            _ = try await platform.objects.names(after: nil, limit: 1)
            for scope in try await platform.releases.scopes() {
                guard let release = try await platform.releases.latest(scope) else { continue }
                for manifest in release.manifests where try await !platform.objects.contains(manifest.object.sha256) {
                    return [
                        Check(
                            "objects", .wrong,
                            "\(subject.objects) has no \(manifest.object.sha256), which release \(release.version) of \(scope) "
                                + "needs: restore the objects from a backup")
                    ]
                }
            }
            return [Check("objects", .ok, "\(subject.objects) answers and has the manifests of the current releases")]
        } catch {
            return [
                Check(
                    "objects", .wrong,
                    "\(subject.objects) cannot be used (\(error.message)): look at its address and key")
            ]
        }
    }

    /// Whether every app can sign, and how long its documents are valid.
    func keyChecks(_ platform: Platform) async -> [Check] {
        do throws(StoreError) {
            let apps = try await platform.apps.apps()
            var checks: [Check] = []
            for app in apps { checks += try await keyChecks(app.id, platform) }
            return checks.isEmpty ? [Check("keys", .skipped, "there is no app yet")] : checks
        } catch {
            return [Check("keys", .wrong, error.message)]
        }
    }

    private func keyChecks(_ app: String, _ platform: Platform) async throws(StoreError) -> [Check] {
        let name = "keys of \(app)"
        guard let stored = try await platform.releases.latestRoot(app: app) else {
            return [Check(name, .warning, "no keys yet: marquee keys init --app \(app)")]
        }
        let root: Root
        do {
            root = try SignedDocument(stored.bytes, expected: .root).read(
                Root.self, as: Scope(app: app, stream: Root.everyStream))
        } catch {
            return [Check(name, .wrong, "the root cannot be read: \(error)")]
        }
        for role in [DocumentType.release, .fresh] {
            let named = root.policy(for: role).keys.keys
            let held = try await platform.keys.keys(app: app)
            guard held.contains(where: { $0.role == role && named.contains($0.id) }) else {
                return [
                    Check(
                        name, .wrong,
                        "the \(role.rawValue) key that the root names is not here: restore it, or put the root key back and "
                            + "run marquee keys rotate --app \(app) --role release --role fresh")
                ]
            }
        }
        let renewal = "put the root key back and run marquee keys rotate --app \(app) --role release --role fresh"
        var checks = [
            expiry(name, "the root", root.expires, warning: 90, whenExpired: renewal, before: renewal)
        ]
        for scope in try await platform.releases.scopes() where scope.app == app {
            guard let stored = try await platform.releases.fresh(scope),
                let document = try? SignedDocument(stored.bytes, expected: .fresh),
                let fresh = try? document.read(Fresh.self, as: scope)
            else { continue }
            checks.append(
                expiry(
                    "state of \(scope)", "the signed state", fresh.expires, warning: 2,
                    whenExpired: "look at the clock, then start the server, which signs a new one",
                    before: "the server renews it while it runs"))
        }
        return checks
    }

    /// - Parameters:
    ///   - days: how many days before the end somebody should act.
    ///   - whenExpired: what to do at the end.
    ///   - before: what to do in these days.
    private func expiry(
        _ name: String, _ document: String, _ time: Timestamp, warning days: Int64, whenExpired: String, before: String
    ) -> Check {
        let left = (time.milliseconds - now().milliseconds) / 86_400_000
        if time <= now() {
            return Check(name, .wrong, "\(document) expired at \(time): \(whenExpired)")
        }
        return left < days
            ? Check(name, .warning, "\(document) expires at \(time), in \(left) days: \(before)")
            : Check(name, .ok, "can sign; \(document) is valid until \(time)")
    }

    /// Feeds whose last run failed.
    func feedChecks(_ platform: Platform) async -> [Check] {
        do throws(StoreError) {
            var (count, failing) = (0, [String]())
            for app in try await platform.apps.apps() {
                for source in try await platform.feeds.sources(app: app.id) {
                    count += 1
                    if let failure = source.lastRun?.failure { failing.append("\(app.id)/\(source.id): \(failure)") }
                }
            }
            guard count > 0 else { return [] }
            return failing.isEmpty
                ? [Check("feeds", .ok, "\(count) feeds, no failure")]
                : failing.prefix(5).map { Check("feeds", .warning, $0) }
        } catch {
            return [Check("feeds", .wrong, error.message)]
        }
    }
}

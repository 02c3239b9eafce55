import Publishing

/// What `marquee content import --watch --json` prints each time the folder was imported and published.
struct WatchRound: Encodable {
    let imported: ImportReport
    let published: PublishOutcome
}

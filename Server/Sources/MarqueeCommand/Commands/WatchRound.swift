import Publishing

/// One line of `marquee content import --watch --json`, printed after each import and publish of the folder.
struct WatchRound: Encodable {
    let imported: ImportReport
    let published: PublishOutcome
}

extension FaultPoint {
    /// Inside the transaction that stores items, before anything is written.
    public static let outboxCommitting = FaultPoint("outbox.committing")
    /// The receiver answered a batch; the outbox does not know it yet.
    public static let uploadAnswered = FaultPoint("upload.answered")
}

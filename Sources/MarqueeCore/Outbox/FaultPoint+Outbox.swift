extension FaultPoint {
    /// In the transaction that stores items, before the first write.
    public static let outboxCommitting = FaultPoint("outbox.committing")
    /// After the receiver's answer to a batch, before the outbox stores the answer.
    public static let uploadAnswered = FaultPoint("upload.answered")
}

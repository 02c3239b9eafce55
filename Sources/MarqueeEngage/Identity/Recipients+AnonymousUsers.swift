import MarqueeWire

extension Recipients {
    /// Adds an empty recipient to the list, and stores its id as the anonymous id.
    /// - Throws: ``EngageError`` as ``XMLAPI/perform(_:)``; the old id stays then.
    @available(*, deprecated, message: "Use setUpRecipient().")
    public func createAnonymousUser(list: String) async throws(EngageError) -> XMLAPIResult {
        try await calls.run { () async throws(EngageError) in
            let result = try await self.api.perform(.addAnonymousRecipient(list: list))
            guard !result.recipientID.isEmpty else {
                throw EngageError(.hostFailed, "the host's answer has no recipient id")
            }
            try self.identity.setAnonymousID(result.recipientID)
            return result
        }
    }

    /// Stores the app's id for its user, and writes it to a column of the anonymous recipient and of the user's own
    /// recipient.
    /// - Parameters:
    ///   - user: the id for the user.
    ///   - list: the list of both recipients.
    ///   - primaryColumn: the column that identifies the user's own recipient.
    ///   - mergeColumn: the column that both recipients get.
    /// - Returns: the answer to the last request that was sent. If it is a refusal of the first request, the second one
    ///   was not sent.
    @available(*, deprecated, message: "Use checkIdentity(_:).")
    public func updateAnonymousToPrimaryUser(
        _ user: String, list: String, primaryColumn: String, mergeColumn: String
    ) async throws(EngageError) -> XMLAPIResult {
        try await calls.run { () async throws(EngageError) in
            try self.identity.setMobileUserID(user)
            let first = try await self.api.send(
                .updateRecipient(self.identity.anonymousID, list: list, columns: [mergeColumn: user]))
            guard first.isSuccess else { return first }
            return try await self.api.send(
                XMLAPIRequest(
                    .updateRecipient,
                    [.text("LIST_ID", list), .columns([mergeColumn: user]), .syncFields([primaryColumn: user])]))
        }
    }
}

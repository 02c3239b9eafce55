extension Refusal {
    /// The refusal for a document that was not fetched.
    init(_ failure: LoadFailure, of address: String) {
        let message =
            switch failure {
            case .unreachable: "\(address) cannot be reached."
            case .timedOut: "\(address) did not answer in time."
            case .tooLarge: "\(address) answered with too many bytes."
            case .refusedScheme: "\(address) is not an allowed address."
            }
        self.init(failure.code, message)
    }

    /// The refusal for a document that was not read.
    init(_ error: ParseError) {
        self.init(error.code, error.message)
    }
}

import PaymentsInterface

/// One request to a processor under one idempotency key, with its inquiries and its one retry.
///
/// A request that may have been carried out is looked up, never repeated blindly: it is sent a second
/// time, with the same key, only after the processor has said that it does not know the key.
struct Exchange<Answer: Sendable>: Sendable {
  let send: @Sendable () async throws -> [Answer]
  let inquiry: Inquiry<Answer>

  func run() async -> Inquiry<Answer>.Verdict {
    var failure = "the payment processor gave no answer"
    for _ in 1...2 {
      do {
        let answers = try await send()
        guard answers.isEmpty else { return .answered(answers) }
      } catch let error as PaymentGatewayError where error.didNothing {
        return .nothingDone("\(error)")
      } catch {
        failure = words(of: error)
      }
      let verdict = await inquiry.run()
      guard case .nothingDone = verdict else { return verdict }
    }
    return .nothingDone(failure)
  }
}

extension PaymentGatewayError {
  /// Whether the call is known to have done nothing.
  fileprivate var didNothing: Bool {
    switch self {
    case .unreachable, .keyReused: true
    case .timedOut, .serverError: false
    }
  }
}

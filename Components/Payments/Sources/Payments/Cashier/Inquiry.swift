/// The question what became of a request that may have been made, asked by its key.
struct Inquiry<Answer: Sendable>: Sendable {
  let ask: @Sendable () async throws -> Answer?
  let patience: Patience

  /// What is certain about a request.
  enum Verdict: Sendable {
    /// The processor answered, at least once.
    case answered([Answer])
    /// The processor did nothing, and will do nothing; why, in words for the person.
    case nothingDone(String)
    /// The processor has not said.
    case silent

    /// Whether one of the answers is so.
    func has(_ property: (Answer) -> Bool) -> Bool {
      if case .answered(let answers) = self { answers.contains(where: property) } else { false }
    }
  }

  func run() async -> Verdict {
    for number in 1...patience.tries {
      do {
        guard let answer = try await ask() else {
          return .nothingDone("the payment processor was never asked")
        }
        return .answered([answer])
      } catch {
        // Whatever went wrong, the processor has not said; asking again is all there is to do.
        if number < patience.tries { await patience.pause(number) }
      }
    }
    return .silent
  }
}

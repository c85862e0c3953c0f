public import FlowKit

/// Passes questions on to another presenter, and records prompts and responses.
public final class RecordingPresenter: Presenter {
  public struct Exchange: Sendable, Hashable {
    public let prompt: Prompt
    public let response: Response
  }

  private let base: any Presenter
  private let recorded = Locked<[Exchange]>([])

  public init(_ base: any Presenter) {
    self.base = base
  }

  public var exchanges: [Exchange] {
    recorded.withLock(\.self)
  }

  public func response(to prompt: Prompt) async throws -> Response {
    let response = try await base.response(to: prompt)
    recorded.withLock { $0.append(Exchange(prompt: prompt, response: response)) }
    return response
  }
}

/// Passes questions on to another presenter, and interrupts the flow at one of them.
package final class InterruptingPresenter: Presenter {
  /// What happens at the question instead of an answer.
  package enum Interruption: Sendable {
    case personCancels
    case fails(FlowFailure)
    /// Waits until the task is cancelled; `reached` is called when the question is put.
    case waits(reached: @Sendable () -> Void)
  }

  private let base: any Presenter
  private let interruption: Interruption
  private let remaining: Locked<Int>

  /// Makes a presenter that interrupts at the question after the first `count`.
  package init(_ base: any Presenter, after count: Int, _ interruption: Interruption) {
    self.base = base
    self.interruption = interruption
    remaining = Locked(count)
  }

  package func response(to prompt: Prompt) async throws -> Response {
    let isReached = remaining.withLock { remaining in
      remaining -= 1
      return remaining < 0
    }
    guard isReached else { return try await base.response(to: prompt) }
    switch interruption {
    case .personCancels:
      throw CancellationError()
    case .fails(let failure):
      throw failure
    case .waits(let reached):
      reached()
      let (silence, _) = AsyncStream<Never>.makeStream()
      for await _ in silence {}
      throw CancellationError()
    }
  }
}

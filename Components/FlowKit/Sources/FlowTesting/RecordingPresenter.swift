public import FlowKit
import Synchronization

/// Passes questions on to another presenter and keeps what was asked and answered.
public final class RecordingPresenter: Presenter {
  /// One question and its answer.
  public struct Exchange: Sendable, Hashable {
    /// What was asked.
    public let prompt: Prompt
    /// What was answered.
    public let response: Response
  }

  private let base: any Presenter
  private let recorded = Mutex<[Exchange]>([])

  /// Makes a presenter that records what passes through to `base`.
  public init(_ base: any Presenter) {
    self.base = base
  }

  /// Each question that was answered so far.
  public var exchanges: [Exchange] {
    recorded.withLock(\.self)
  }

  public func response(to prompt: Prompt) async throws -> Response {
    let response = try await base.response(to: prompt)
    recorded.withLock { $0.append(Exchange(prompt: prompt, response: response)) }
    return response
  }
}

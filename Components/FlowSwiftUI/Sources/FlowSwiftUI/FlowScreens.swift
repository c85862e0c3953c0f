public import FlowKit
public import Observation

/// Presents a flow as screens: each question waits until a view answers it.
///
/// It does not depend on SwiftUI, so it can be tested without it. One flow runs at a time.
@MainActor
@Observable
public final class FlowScreens {
  /// The presenter of one flow; once another flow has replaced it, its questions are cancelled.
  private struct Run: Presenter {
    let number: Int
    let screens: FlowScreens

    func response(to prompt: Prompt) async throws -> Response {
      try await screens.response(to: prompt, in: number)
    }
  }

  /// The question or page to show; `nil` while the flow is busy, and while no flow runs.
  public private(set) var current: FlowScreen?
  public private(set) var isRunning = false
  /// Whether a flow is shown; setting it to `false` cancels the flow.
  public var isShown: Bool {
    get { isRunning }
    set { if !newValue { leave() } }
  }

  private var handle: FlowHandle?
  private var runs = 0

  public init() {}

  /// Starts a flow on these screens, and cancels one that still runs.
  ///
  /// - Parameter completion: called once with the result, on the main actor.
  public func start<Flow: FlowInitiator>(
    _ flow: Flow,
    _ parameters: Flow.Parameters,
    completion: @escaping @MainActor @Sendable (FlowResult<Flow.Output>) -> Void
  ) {
    leave()
    runs += 1
    let run = runs
    isRunning = true
    handle = flow.start(parameters, on: Run(number: run, screens: self)) { result in
      Task { @MainActor in
        self.end(run)
        completion(result)
      }
    }
  }

  /// Cancels the flow, as going back does; its completion is still called.
  public func leave() {
    handle?.cancel()
    current?.leave()
  }

  private func response(to prompt: Prompt, in run: Int) async throws -> Response {
    guard run == runs else { throw CancellationError() }
    let screen = FlowScreen(prompt)
    current = screen
    // A page without a confirmation stays until the next screen.
    if case .page(_, waits: false) = prompt.kind { return .seen }
    defer { if current === screen { current = nil } }
    return try await screen.response()
  }

  private func end(_ run: Int) {
    guard run == runs else { return }
    isRunning = false
    current = nil
    handle = nil
  }
}

/// One question or page, with the answer that the flow waits for.
@MainActor
public final class FlowScreen: Identifiable {
  public let prompt: Prompt
  private let answers: AsyncStream<Response>
  private let answered: AsyncStream<Response>.Continuation

  init(_ prompt: Prompt) {
    self.prompt = prompt
    (answers, answered) = AsyncStream.makeStream()
  }

  /// Answers the question; only the first answer counts.
  public func answer(_ response: Response) {
    answered.yield(response)
    answered.finish()
  }

  /// Goes back without an answer, which cancels the flow.
  public func leave() {
    answered.finish()
  }

  /// - Throws: `CancellationError` when the person goes back or the task is cancelled.
  fileprivate func response() async throws -> Response {
    for await response in answers { return response }
    throw CancellationError()
  }
}

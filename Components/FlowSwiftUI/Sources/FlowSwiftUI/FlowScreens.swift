public import FlowKit
public import Observation

/// The screens of a flow, whose questions wait until a view answers them.
///
/// It knows no view, so that it is tested where there is no SwiftUI. One flow runs at a time.
@MainActor
@Observable
public final class FlowScreens {
  /// What one flow asks on; a flow that has been replaced gets no screen any more.
  private struct Run: Presenter {
    let number: Int
    let screens: FlowScreens

    func response(to prompt: Prompt) async throws -> Response {
      try await screens.response(to: prompt, in: number)
    }
  }

  /// The question or page to show; `nil` while the flow works, and while none runs.
  public private(set) var current: FlowScreen?
  public private(set) var isRunning = false
  /// Whether the screens are to be seen; hiding them cancels the flow.
  public var isShown: Bool {
    get { isRunning }
    set { if !newValue { leave() } }
  }

  private var handle: FlowHandle?
  private var runs = 0

  public init() {}

  /// Starts a flow on these screens, in place of one that still runs, which is cancelled.
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

  /// Cancels the flow, as the person does who goes back; it still answers.
  public func leave() {
    handle?.cancel()
    current?.leave()
  }

  private func response(to prompt: Prompt, in run: Int) async throws -> Response {
    guard run == runs else { throw CancellationError() }
    let screen = FlowScreen(prompt)
    current = screen
    // A page that nobody has to confirm stays until something else comes.
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

/// One question or page, and the way of its answer back to the flow.
@MainActor
public final class FlowScreen: Identifiable {
  public let prompt: Prompt
  private let answers: AsyncStream<Response>
  private let answered: AsyncStream<Response>.Continuation

  init(_ prompt: Prompt) {
    self.prompt = prompt
    (answers, answered) = AsyncStream.makeStream()
  }

  /// Answers the question; of several answers, the first counts.
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

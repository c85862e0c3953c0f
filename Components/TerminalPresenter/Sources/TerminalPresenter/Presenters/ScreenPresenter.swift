public import FlowKit
import Foundation
import Synchronization

/// Puts questions to the person at a terminal, one after another.
struct TerminalSession: Sendable {
  private let device: TerminalDevice
  private let guide: StyleGuide
  private var input = TerminalInput()
  private var lastAnswer: (prompt: Prompt, response: Response)?

  init(_ device: TerminalDevice, guide: StyleGuide) {
    self.device = device
    self.guide = guide
  }

  /// Asks one question and blocks until it is answered.
  ///
  /// - Throws: `CancellationError` when the person backs out, the terminal hangs up, or the turn's
  ///   task is cancelled; the terminal is as it was then.
  mutating func ask(_ prompt: Prompt, in turn: TerminalTurn) throws -> Response {
    do {
      if case .page(let page, let waits) = prompt.kind {
        try write(PageLayout(guide: guide, width: device.size.textColumns).lines(page))
        guard waits else { return .seen }
      }
      // Outlives raw mode, so that no signal ends the process while the terminal is raw.
      let response = try ProcessSignals.shared.during(turn) { try answer(prompt, in: turn) }
      lastAnswer = (prompt, response)
      return response
    } catch is HungUp {
      input.discard()
      throw CancellationError()
    }
  }

  private mutating func answer(_ prompt: Prompt, in turn: TerminalTurn) throws -> Response {
    try waitForForeground()
    var mode = try RawMode.begin(on: device)
    var renderer = FrameRenderer(guide: guide)
    var screen = prompt.screen(previous: refusedAnswer(to: prompt))
    while true {
      let size = device.size
      if !input.hasKeys {
        try device.write(renderer.draw(screen.frame(in: size, guide: guide), in: size))
      }
      switch input.next(from: device, in: turn) {
      case .key(.control("l")), .windowChanged:
        // Drawn again above.
        break
      case .key(.control("z")):
        // Stops the other processes of the job, as the terminal itself would, and comes back here as
        // a request to stop.
        kill(0, SIGTSTP)
      case .stopRequested:
        pause(&mode, &renderer) { withDefaultAction(of: SIGTSTP) { _ = raise(SIGTSTP) } }
        try waitForForeground()
        try mode.resume()
      case .continued:
        try waitForForeground()
        try mode.resume()
      case .signal(let signal):
        pause(&mode, &renderer) { withDefaultAction(of: signal) { _ = raise(signal) } }
        try leave(prompt, &renderer, "cancelled", guide.style(.hint))
        throw CancellationError()
      case .hungUp:
        throw HungUp()
      case .cancelled:
        try leave(prompt, &renderer, "cancelled", guide.style(.hint))
        throw CancellationError()
      case .key(let key):
        switch screen.press(key) {
        case .open: break
        case .answered(let response):
          try leave(prompt, &renderer, prompt.summary(of: response), guide.style(.answer))
          return response
        case .cancelled:
          input.discard()
          try leave(prompt, &renderer, "cancelled", guide.style(.hint))
          throw CancellationError()
        }
      }
    }
  }

  /// The answer that the question refused, so that the person can correct it.
  private func refusedAnswer(to prompt: Prompt) -> Response? {
    guard prompt.problem != nil, let lastAnswer else { return nil }
    let last = lastAnswer.prompt
    return last.identity == prompt.identity && last.kind == prompt.kind
      ? lastAnswer.response : nil
  }

  /// Gives the terminal back while `body` runs, with the question taken off it.
  private func pause(
    _ mode: inout RawMode,
    _ renderer: inout FrameRenderer,
    _ body: () -> Void
  ) {
    // A terminal that is gone shows nothing, and the signal must do its work all the same.
    try? device.write(renderer.finish(with: [], in: device.size))
    mode.suspend()
    body()
  }

  /// Stops while the process is in the background, where it must not touch the terminal.
  private func waitForForeground() throws(HungUp) {
    // In a process group without a shell to continue it the signal does nothing.
    for _ in 0..<100 {
      if device.isForeground { return }
      stopJob(by: SIGTTIN)
    }
    throw HungUp()
  }

  private func leave(
    _ prompt: Prompt,
    _ renderer: inout FrameRenderer,
    _ answer: String,
    _ style: Style
  ) throws(HungUp) {
    let size = device.size
    let lines =
      if case .page = prompt.kind {
        [StyledLine]()
      } else {
        guide.answered(prompt.title, answer, style: style, width: size.textColumns)
      }
    try device.write(renderer.finish(with: lines, in: size))
  }

  private func write(_ lines: [StyledLine]) throws(HungUp) {
    let text = lines.map { $0.rendered(at: guide.depth) + Control.newLine }
    try device.write(text.joined())
  }
}

/// Asks the person at a terminal: questions are drawn below what is there, answered with keys, and
/// leave one line behind.
///
/// Questions of flows that run at once follow one another.
public final class ScreenPresenter: Presenter {
  private let session: Mutex<TerminalSession>

  public init(_ device: TerminalDevice, guide: StyleGuide) {
    session = Mutex(TerminalSession(device, guide: guide))
  }

  public func response(to prompt: Prompt) async throws -> Response {
    try await TerminalTurn.run { [self] turn in
      // Turns follow one another, so that nobody waits for this lock.
      try session.withLock { try $0.ask(prompt, in: turn) }
    }
  }
}

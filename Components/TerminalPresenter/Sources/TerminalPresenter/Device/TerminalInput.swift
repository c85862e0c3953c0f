import Foundation

/// The keys of a terminal, and what else can happen while one waits for them.
///
/// Keys that were typed ahead of a question are kept for the next one.
struct TerminalInput: Sendable {
  enum Event {
    case key(Key)
    case windowChanged
    case continued
    case stopRequested
    case signal(Int32)
    case hungUp
    case cancelled
  }

  /// How long to wait after an escape for the rest of its sequence, in milliseconds: longer than
  /// any line takes that people work on, shorter than they notice.
  private static let escapeDelay: Int32 = 50

  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Key> = []

  var hasKeys: Bool {
    !keys.isEmpty
  }

  /// Forgets what was typed ahead, for a person who backs out does not mean it any more.
  mutating func discard() {
    decoder = KeyDecoder()
    keys = []
  }

  mutating func next(from device: TerminalDevice, in turn: TerminalTurn) -> Event {
    while true {
      if turn.isCancelled { return .cancelled }
      if let key = keys.popFirst() { return .key(key) }
      var requests = [
        pollfd(fd: device.input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: turn.wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&requests, 2, decoder.isWaiting ? Self.escapeDelay : -1)
      if ready == 0 { keys += decoder.giveUpWaiting() }
      guard ready > 0 else { continue }
      if requests[1].revents != 0, let event = Self.event(turn.wakePipe.drain()) { return event }
      if requests[0].revents != 0, !readKeys(from: device.input) { return .hungUp }
    }
  }

  /// Takes the bytes that are there; false at the end of input.
  private mutating func readKeys(from descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    keys += decoder.decode(buffer.prefix(count))
    return true
  }

  /// The most urgent of the signals that came in together.
  private static func event(_ bytes: [UInt8]) -> Event? {
    let signals = bytes.map(Int32.init)
    if let ending = signals.first(where: ProcessSignals.ending.contains) { return .signal(ending) }
    if signals.contains(SIGTSTP) { return .stopRequested }
    if signals.contains(SIGCONT) { return .continued }
    return signals.contains(SIGWINCH) ? .windowChanged : nil
  }
}

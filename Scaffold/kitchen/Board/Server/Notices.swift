import Foundation
import Synchronization

/// Lines that a browser without its script gets to see on the page after the next redirection.
///
/// They are kept here and not in the address, so that no link can put words on the board.
final class Notices: Sendable {
  private static let most = 32
  private let kept = Mutex<[(id: String, line: String)]>([])

  /// Keeps a line, and returns what to ask for it by.
  func keep(_ line: String) -> String {
    let id = UUID().uuidString
    kept.withLock { kept in
      // Those that nobody came for.
      if kept.count == Self.most { kept.removeFirst() }
      kept.append((id, line))
    }
    return id
  }

  /// The line, once.
  func take(_ id: String) -> String? {
    kept.withLock { kept in
      kept.firstIndex { $0.id == id }.map { kept.remove(at: $0).line }
    }
  }
}

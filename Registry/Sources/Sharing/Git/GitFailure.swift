import RegistryModel
import Workspace

/// What git says when it fails, as one line.
enum GitFailure {
  static func unreachable(_ url: String, _ errors: String) -> OperationError {
    OperationError(
      .unreachable,
      "cannot reach '\(url)': \(reason(errors))",
      help: "'git ls-remote \(url)' must work without asking for a password"
    )
  }

  static func unpushed(_ url: String, _ errors: String) -> OperationError {
    OperationError(
      .pushRefused,
      "cannot push to '\(url)': \(reason(errors))",
      help: "check that the account may push there, then run the command again"
    )
  }

  /// What the other side printed, such as a hook's reason.
  static func remoteWords(_ errors: String) -> String? {
    let lines = errors.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("remote:") }
      .map { $0.dropFirst("remote:".count).trimmed }
      .filter { !$0.isEmpty && !isProgress($0) && !$0.hasPrefix("error: hook declined") }
    return lines.first.map(String.init)
  }

  private static func reason(_ errors: String) -> String {
    let lines = errors.split(whereSeparator: \.isNewline).map(\.trimmed)
      .filter { !$0.isEmpty && !isProgress($0) && !isAdvice($0) }
    let last = lines.last { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? lines.last
    var text = String(last ?? "git gave no reason")
    for prefix in ["fatal: ", "error: ", "remote: "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    return text
  }

  /// What git prints behind the reason of ssh.
  private static func isAdvice(_ line: Substring) -> Bool {
    line.hasPrefix("fatal: Could not read from remote repository")
      || line.hasPrefix("Please make sure you have the correct access")
      || line.hasPrefix("and the repository exists")
      || line.hasPrefix("error: failed to push some refs")
  }

  private static func isProgress(_ line: Substring) -> Bool {
    line.contains("% (") || line.hasPrefix("Total ") || line.hasPrefix("Delta compression")
      || line.hasPrefix("Enumerating objects") || line.hasPrefix("Counting objects")
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let front = drop(while: \.isWhitespace)
    return front.prefix(
      front.lastIndex { !$0.isWhitespace }.map {
        front.distance(from: front.startIndex, to: $0) + 1
      } ?? 0
    )
  }
}

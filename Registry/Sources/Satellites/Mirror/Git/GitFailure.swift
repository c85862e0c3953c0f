import Base
import Model

/// The message of a failed git command, as one line.
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

  /// Returns the message of the other side, such as a hook's reason, or why it could not store
  /// anything; `nil` if it printed none.
  static func remoteWords(_ errors: String) -> String? {
    let lines = lines(errors)
    let failure = lines.compactMap { $0.dropping("error: remote unpack failed: ") }
    return (lines.compactMap { $0.dropping("remote:") } + failure)
      .map { withoutKind($0.trimmed) }
      .first { line in
        line.contains(where: \.isLetter) && !isProgress(line)
          && !line.hasPrefix("hook declined")
      }
      .map(String.init)
  }

  private static func reason(_ errors: String) -> String {
    let lines = lines(errors).filter { line in
      !isProgress(line) && !isAdvice(line) && !line.hasPrefix("remote:")
    }
    let last = lines.last { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? lines.last
    let parts = [last.map { String(withoutURL(withoutKind($0))) }, remoteWords(errors)]
      .compactMap(\.self)
    return parts.isEmpty ? "git gave no reason" : parts.joined(separator: ": ")
  }

  private static func lines(_ errors: String) -> [Substring] {
    errors.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
  }

  private static func withoutKind(_ line: Substring) -> Substring {
    line.dropping("fatal: ") ?? line.dropping("error: ") ?? line
  }

  /// The URL is in our message already.
  private static func withoutURL(_ line: Substring) -> Substring {
    guard line.hasPrefix("unable to access '"), let end = line.firstRange(of: "': ") else {
      return line
    }
    return line[end.upperBound...]
  }

  /// Whether the line is what git prints behind the reason of ssh.
  private static func isAdvice(_ line: Substring) -> Bool {
    line.hasPrefix("fatal: Could not read from remote repository")
      || line.hasPrefix("Please make sure you have the correct access")
      || line.hasPrefix("and the repository exists")
      || line.hasPrefix("error: failed to push some refs")
  }

  private static func isProgress(_ line: Substring) -> Bool {
    line.contains("% (") || line.hasPrefix("Total ") || line.hasPrefix("From ")
      || line.hasPrefix("Delta compression")
      || line.hasPrefix("Enumerating objects") || line.hasPrefix("Counting objects")
  }
}

extension Substring {
  /// The text behind a prefix; `nil` without the prefix.
  fileprivate func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  fileprivate var trimmed: Substring {
    let front = drop(while: \.isWhitespace)
    return front.prefix(
      front.lastIndex { !$0.isWhitespace }.map {
        front.distance(from: front.startIndex, to: $0) + 1
      } ?? 0
    )
  }
}

/// A reference that a repository refused to change.
struct PushRefusal: Hashable {
  let reference: String
  /// The reason as git states it, with what the remote printed.
  let reason: String
  /// Whether the reason concerns this reference alone, or all of them equally.
  let isFinal: Bool

  private static let stale = "stale info"
  /// The objects could not be stored.
  private static let unstored = "unpacker error"

  /// Reads the output of `git push --porcelain` (a flag, both references, and the result, separated
  /// by tabs) and, on standard error, that of the remote.
  static func read(_ output: String, _ errors: String) -> [PushRefusal] {
    let words = GitFailure.remoteWords(errors).map { ": \($0)" } ?? ""
    return output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t")
      guard parts.count == 3, parts[0] == "!", let colon = parts[1].lastIndex(of: ":") else {
        return nil
      }
      let summary = parts[2]
      var reason = String(summary)
      if let open = summary.lastIndex(of: "("), summary.hasSuffix(")") {
        reason = String(summary[summary.index(after: open)...].dropLast())
      }
      return PushRefusal(
        reference: String(parts[1][parts[1].index(after: colon)...]),
        reason: reason == stale ? reason : reason + words,
        isFinal: [stale, unstored].contains(reason)
      )
    }
  }

  /// - Parameters:
  ///   - count: How many were refused.
  ///   - all: Of how many.
  func error(_ url: String, of count: Int, among all: Int) -> OperationError {
    if reason == Self.stale {
      return OperationError(
        .pushRefused,
        "'\(url)' was changed while it was mirrored: '\(reference)' is no longer what it was",
        help: "run the command again"
      )
    }
    let others = count > 1 ? " and \(count - 1) more" : ""
    return OperationError(
      .pushRefused,
      "'\(url)' refused '\(reference)'\(others) of \(all): \(reason)",
      help: "allow the account to push it, then run the command again"
    )
  }
}

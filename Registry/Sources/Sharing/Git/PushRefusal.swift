import Workspace

/// A reference that a repository did not change.
struct PushRefusal: Hashable {
  let reference: String
  let reason: String

  /// Reads what `git push --porcelain` prints: a flag, both references, and what became of it, with
  /// tabs between them.
  static func read(_ output: String) -> [PushRefusal] {
    output.split(separator: "\n").compactMap { line in
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
        reason: reason
      )
    }
  }

  /// - Parameters:
  ///   - count: How many were refused.
  ///   - all: Of how many.
  func error(_ url: String, of count: Int, among all: Int, _ errors: String) -> OperationError {
    if reason == "stale info" {
      return OperationError(
        .pushRefused,
        "'\(url)' was changed while it was mirrored: '\(reference)' is no longer what it was",
        help: "run the command again"
      )
    }
    let others = count > 1 ? " and \(count - 1) more" : ""
    let words = GitFailure.remoteWords(errors).map { ": \($0)" } ?? ""
    return OperationError(
      .pushRefused,
      "'\(url)' refused '\(reference)'\(others) of \(all): \(reason)\(words)",
      help: "allow the account to push it, then run the command again"
    )
  }
}

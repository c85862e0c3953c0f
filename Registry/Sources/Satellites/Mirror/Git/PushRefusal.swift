import Base
import Model

/// A reference that a repository refused to change.
struct PushRefusal: Hashable {
  let reference: String
  /// What git says, and what the remote printed.
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

package import Base
import SemverRules

/// A list of breakages that are meant, each with a reason: a line as `check` prints it, then ` # ` and
/// the reason.
///
/// Empty lines and those that begin with `#` say nothing.
package struct AcceptedChanges: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The change with its rule, as in `func bake() was removed [declaration-removed]`.
    package let change: String
    package let reason: String
    /// Counted from 1.
    package let line: Int

    func isOf(_ change: InterfaceChange) -> Bool {
      AcceptedChanges.normalized(change.line) == self.change
    }
  }

  package let file: String
  package private(set) var entries: [Entry] = []

  package init() {
    file = ""
  }

  /// - Parameter path: That of the file.
  /// - Throws: `invalid-acceptance` for a line without a rule or a reason.
  package init(readingFile path: String) throws(OperationError) {
    file = path
    guard let bytes = try LocalFile.read(path) else {
      throw OperationError(
        .invalidAcceptance,
        "there is no file '\(path)' with accepted changes",
        help: "name one with lines such as '\(Self.example)', or leave out '--accept'"
      )
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      let line = text.drop(while: \.isWhitespace)
      if line.isEmpty || line.hasPrefix("#") { continue }
      entries.append(try Self.entry(line, at: index + 1, in: path))
    }
  }

  private static func entry(
    _ text: Substring,
    at line: Int,
    in file: String
  ) throws(OperationError) -> Entry {
    let parts = text.split(separator: " # ", maxSplits: 1)
    let change = normalized(parts.first ?? "")
    let reason = parts.count == 2 ? normalized(parts[1]) : ""
    let fault: String?
    if change.wholeMatch(of: /.+ \[[a-z0-9-]+\]/) == nil {
      fault = "no rule, expected the change as 'registry check' prints it"
    } else {
      fault = reason.isEmpty ? "no reason" : nil
    }
    if let fault {
      throw OperationError(
        .invalidAcceptance,
        "line \(line) has \(fault)",
        help: "write '\(example)'",
        context: file
      )
    }
    return Entry(change: change, reason: reason, line: line)
  }

  private static let example = "func bake() was removed [declaration-removed] # the reason"

  /// The reason why a change is accepted; `nil` if it is not.
  func reason(for change: InterfaceChange) -> String? {
    entries.first { $0.isOf(change) }?.reason
  }

  /// With one space in place of any white space.
  static func normalized(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

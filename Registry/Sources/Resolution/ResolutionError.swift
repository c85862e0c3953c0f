package import Versioning

/// Why a request has no answer, and what would give it one.
package struct ResolutionError: Error, Hashable, Sendable {
  /// The kind of failure; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The pins and the requirements of the releases contradict each other.
    package static let conflict = Code(rawValue: "conflict")
    /// An exact pin names a withdrawn release that was not chosen before.
    package static let yankedPin = Code(rawValue: "yanked-pin")
  }

  package let code: Code
  /// A lower-case fragment that names the pins in single quotes.
  package let message: String
  /// What leads there, one sentence each, in the order in which they follow; they refer to each
  /// other by their numbers, from 1.
  package let reasons: [String]
  /// What the person can do, where there is something; all that is said here was tried.
  package let help: String?
  /// The pins that cannot be met together, whatever other pins there are.
  package let pins: [ComponentName]
}

extension ResolutionError: CustomStringConvertible {
  package var description: String {
    var lines = [message]
    lines += reasons.enumerated().map { "\($0 + 1). \($1)" }
    if let help { lines.append("help: \(help)") }
    return lines.joined(separator: "\n")
  }
}

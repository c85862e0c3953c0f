import Base
import Model
import Versions

/// The environment variables, one for each option.
final class ServerVariables {
  private static let prefix = "REGISTRY_"

  /// Those that have a meaning for the server or, in the same environment, for `registry`.
  private var known: Set<String> = [
    "REGISTRY_CACHE", "REGISTRY_CA_FILE", "REGISTRY_EVALUATE", "REGISTRY_FAILPOINT",
    "REGISTRY_MIRROR_TOKEN",
    "REGISTRY_MIRROR_USER", "REGISTRY_PROGRESS", "REGISTRY_TOKEN", "REGISTRY_WEBHOOK_SECRET",
    "REGISTRY_WEBHOOK_SECRET_FILE",
  ]

  /// The value of the option, or else of the variable; `nil` if neither is given.
  ///
  /// An invalid variable is an error, never ignored.
  ///
  /// - Parameters:
  ///   - key: Of both, as `tls.key` for `--tls-key` and `REGISTRY_TLS_KEY`.
  ///   - meaning: Parses the value; throws if it is invalid.
  func value<Value>(
    _ option: String?,
    _ key: String,
    _ meaning: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value? {
    let name = Self.prefix + key.uppercased().replacing(".", with: "_")
    known.insert(name)
    guard let text = option ?? CurrentProcess.variable(name) else { return nil }
    do throws(OperationError) {
      return try meaning(text)
    } catch {
      throw error.of(option == nil ? name : "--" + key.replacing(".", with: "-"))
    }
  }

  func text(_ option: String?, _ key: String) throws(OperationError) -> String? {
    try value(option, key, ServerValue.text)
  }

  func count(_ option: Int?, _ key: String) throws(OperationError) -> Int? {
    try value(option?.description, key, ServerValue.count)
  }

  func flag(_ option: Bool, _ key: String) throws(OperationError) -> Bool? {
    try value(option ? "true" : nil, key, ServerValue.flag)
  }

  /// What is wrong with variables that no option reads, once all options were read.
  func warnings() -> [String] {
    CurrentProcess.variables.filter { $0.hasPrefix(Self.prefix) && !known.contains($0) }.sorted()
      .map { name in
        let nearest = Suggestion.nearest(to: name, in: Array(known))
        return "the variable '\(name)' is unknown, and ignored"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      }
  }
}

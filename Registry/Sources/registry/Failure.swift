import ArgumentParser
import RegistryOperations

/// How a run ended that did not come to its end, and what is said about it.
///
/// This is the only place that turns errors into words and exit statuses.
struct Failure {
  private enum Status: Int32 {
    case refused = 1
    case misused = 2
  }

  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  /// Says why, and returns the exit status.
  func report(on console: Console) -> Int32 {
    // A verb that has shown all there is to say ends with a bare status.
    if let status = error as? ExitCode { return status.rawValue }
    switch RegistryCommand.exitCode(for: error) {
    case .success:
      // Help and completions come as errors too.
      Stream.output.write(RegistryCommand.message(for: error).trimmed + "\n")
      return 0
    case .validationFailure:
      Stream.error.write(usage(console.errorStyle))
      return Status.misused.rawValue
    default:
      let refusal = error as? OperationError ?? OperationError(.other, "\(error)")
      let document = ErrorDocument(refusal)
      if console.options.isJSON, let json = try? document.json() { Stream.output.write(json) }
      Stream.error.write(document.text(style: console.errorStyle, width: nil))
      return Status.refused.rawValue
    }
  }

  private func usage(_ style: Style) -> String {
    let message = RegistryCommand.message(for: error).trimmed
    let all = RegistryCommand.fullMessage(for: error)
    let rest = all.components(after: message) ?? all
    let lines = rest.trimmed.replacing(prefix: "Help:  ", with: style(.bold, "help:") + " ")
    let first = message.prefix(1).lowercased() + message.dropFirst()
    return "\(style(.red, "error:")) \(first.printable)\n\(lines)\n"
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isNewline)
    return String(
      start.prefix(
        start.lastIndex { !$0.isNewline }.map { start.distance(from: start.startIndex, to: $0) + 1 }
          ?? 0
      )
    )
  }

  fileprivate func components(after text: String) -> String? {
    guard !text.isEmpty, let range = firstRange(of: text) else { return nil }
    return String(self[range.upperBound...])
  }

  fileprivate func replacing(prefix: String, with other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}

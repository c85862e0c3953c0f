import Errors
import Processes
import RegistryModel
import Workspace

/// An unsuccessful answer of a registry, as an error.
struct RemoteRefusal {
  private let answer: HTTPExchange.Answer
  /// What was requested, a package or a release.
  private let subject: String
  private let address: RegistryAddress
  private let hasToken: Bool

  init(
    _ answer: HTTPExchange.Answer,
    of subject: String,
    at address: RegistryAddress,
    hasToken: Bool
  ) {
    self.answer = answer
    self.subject = subject
    self.address = address
    self.hasToken = hasToken
  }

  private static func problem(of answer: HTTPExchange.Answer) -> JSONValue? {
    try? JSONValue(reading: answer.body, file: "answer")
  }

  var error: OperationError {
    let (code, help) = kind
    let reason = detail.map { ": \($0)" } ?? ""
    return OperationError(
      code,
      "'\(address)' rejected '\(subject)' with status \(answer.status)\(reason)",
      help: help
    )
  }

  private var kind: (OperationError.Code, help: String?) {
    switch answer.status {
    case 401 where hasToken:
      (.unauthorized, "use a valid token: this one is unknown there, expired or revoked")
    case 401:
      (
        .unauthorized,
        "give a token with '--token-file' or in REGISTRY_TOKEN, or sign in with"
          + " 'swift package-registry login'"
      )
    case 403: (.forbidden, "ask the registry's operator for a token with this permission")
    case 405: (.remoteRefusal, "publishing is disabled there: ask the registry's operator")
    case 409: (.versionTaken, "publish the new content under another version")
    case 413: (.remoteRefusal, "remove files that clients do not need from the package")
    case 429:
      (.tooManyRequests, answer.headers["retry-after"].map { "try again in \($0) s" })
    case 503: (.remoteFailure, answer.headers["retry-after"].map { "try again in \($0) s" })
    case 400..<500: (.remoteRefusal, nil)
    default: (.remoteFailure, "try again later, or tell the registry's operator")
    }
  }

  /// What a problem document (RFC 7807) says, with all that the registry adds to it.
  private var detail: String? {
    guard case .object(var problem)? = Self.problem(of: answer) else { return nil }
    var words: [String] = []
    if case .string(let detail)? = problem["detail"] ?? problem["title"] { words.append(detail) }
    for key in ["detail", "identical", "instance", "status", "title", "type"] {
      problem[key] = nil
    }
    if !problem.isEmpty { words.append(JSONValue.object(problem).compact) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

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

  /// Whether a registry like ours refuses a release since it is there, just as it was sent.
  static func saysIdentical(_ answer: HTTPExchange.Answer) -> Bool {
    guard answer.status == 409, case .object(let problem)? = problem(of: answer) else {
      return false
    }
    return problem["identical"] == .bool(true)
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
      (.unauthorized, "use a valid token, see 'registry token create'")
    case 401: (.unauthorized, "give a token with '--token-file', or in REGISTRY_TOKEN")
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

  /// What a problem document (RFC 7807) says.
  private var detail: String? {
    guard case .object(let problem)? = Self.problem(of: answer),
      case .string(let detail)? = problem["detail"] ?? problem["title"]
    else { return nil }
    return detail
  }
}

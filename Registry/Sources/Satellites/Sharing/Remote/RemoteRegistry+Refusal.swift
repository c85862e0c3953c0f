import Base
import Model

extension RemoteRegistry {
  /// An unsuccessful answer, as an error.
  ///
  /// - Parameter subject: What was requested, a package or a release.
  func refusal(_ answer: HTTPExchange.Answer, of subject: String) -> OperationError {
    let (code, help) = kind(of: answer)
    let reason = Self.detail(of: answer).map { ": \($0)" } ?? ""
    return OperationError(
      code,
      "'\(address)' rejected '\(subject)' with status \(answer.status)\(reason)",
      help: help
    )
  }

  private func kind(of answer: HTTPExchange.Answer) -> (OperationError.Code, help: String?) {
    switch answer.status {
    case 401 where authorization != nil:
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
  private static func detail(of answer: HTTPExchange.Answer) -> String? {
    guard case .object(var problem)? = try? JSONValue(reading: answer.body, file: "answer") else {
      return nil
    }
    var words: [String] = []
    if case .string(let detail)? = problem["detail"] ?? problem["title"] { words.append(detail) }
    for key in ["detail", "identical", "instance", "status", "title", "type"] {
      problem[key] = nil
    }
    if !problem.isEmpty { words.append(JSONValue.object(problem).compact) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

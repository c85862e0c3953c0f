package import Errors
import Processes
import RegistryModel
import Workspace

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension RemoteRegistry {
  /// The answer to a release that was sent.
  package enum Reply: Hashable, Sendable {
    case published
    /// The registry has a release of this version already.
    case exists(OperationError)
    /// It is still being processed.
    case accepted
  }

  /// The parts of a release to send, as files.
  package struct Submission {
    /// The source archive.
    package let archive: String
    /// A JSON object.
    package let metadata: String
    /// In the format of ``ReleaseSignature``; `nil` if it is not signed.
    package var archiveSignature: String?
    package var metadataSignature: String?

    package init(archive: String, metadata: String) {
      (self.archive, self.metadata) = (archive, metadata)
    }
  }

  /// How long a release is waited for that the registry processes later, in seconds.
  private static let patience = 600

  /// Sends a release, and waits until it is processed.
  ///
  /// - Throws: If the registry refuses it, or cannot be reached.
  package func publish(_ package: PackageReference, _ submission: Submission) throws -> Reply {
    let url = "\(address)/\(package.scope)/\(package.name)/\(package.version)"
    var exchange = exchange(url, "json")
    exchange.form = [
      ("source-archive", submission.archive, "application/zip"),
      ("metadata", submission.metadata, "application/json"),
    ]
    if let signature = submission.archiveSignature {
      exchange.headers.append("X-Swift-Package-Signature-Format: \(ReleaseSignature.format)")
      exchange.form.append(("source-archive-signature", signature, "application/octet-stream"))
    }
    if let signature = submission.metadataSignature {
      exchange.form.append(("metadata-signature", signature, "application/octet-stream"))
    }
    let answer = try patiently(exchange)
    switch answer.status {
    case 409: return .exists(refusal(answer, of: package.description))
    case 202: return try wait(for: package, answer, from: url)
    case 300..<400:
      let place = answer.headers["location"].map { " to '\($0)'" } ?? ""
      throw OperationError(
        .remoteRefusal,
        "'\(address)' redirects '\(package)'\(place): releases are sent to the URL that was given"
          + " alone",
        help: "use the URL to which it redirects"
      )
    default:
      try check(answer, for: package.description)
      return .published
    }
  }

  /// Asks for the state of a release until it has one.
  private func wait(
    for package: PackageReference,
    _ accepted: HTTPExchange.Answer,
    from url: String
  ) throws -> Reply {
    guard let location = accepted.headers["location"],
      let place = LinkHeader.absolute(location, from: url)
    else { return .accepted }
    var answer = accepted
    var waited = 0
    while answer.status == 202 {
      let seconds = Self.retryTime(answer) ?? 1
      waited += max(seconds, 1)
      guard waited <= Self.patience else { return .accepted }
      pause(seconds)
      answer = try patiently(exchange(place, "json"))
    }
    try check(answer, for: package.description)
    return .published
  }

  private static let mostTries = 5
  /// In seconds; a longer one is an error.
  private static let longestWait = 900

  /// Sends a request again if the registry has too much to do, when it says so.
  func patiently(_ exchange: HTTPExchange) throws -> HTTPExchange.Answer {
    var tries = 1
    while true {
      let answer = try exchange.run(in: folder)
      guard [429, 503].contains(answer.status), tries < Self.mostTries else { return answer }
      let seconds = Self.retryTime(answer) ?? 1 << tries
      guard seconds <= Self.longestWait else { return answer }
      pause(seconds)
      tries += 1
    }
  }

  /// What a Retry-After header says in seconds; a date is as good as none.
  private static func retryTime(_ answer: HTTPExchange.Answer) -> Int? {
    answer.headers["retry-after"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Waits, until a signal is to end this process.
  private func pause(_ seconds: Int) {
    if seconds > 10 { waiting(seconds) }
    for _ in 0..<seconds where !PostponedInterruption.isRequested { sleep(1) }
  }
}

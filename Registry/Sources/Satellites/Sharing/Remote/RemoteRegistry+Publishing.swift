package import Base
package import Model

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

  /// The parts of a release to send, as the paths of their files.
  package struct Submission {
    /// The source archive.
    package let archive: String
    /// The metadata, a JSON object.
    package let metadata: String
    /// The signature of the archive, in the format of ``ReleaseSignature``; `nil` if it is not
    /// signed.
    package var archiveSignature: String?
    /// The signature of the metadata, in the same format.
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
    let (answer, isSentAgain) = try patiently(exchange) { try self.has(package, tries: 1) }
    guard let answer else { return .published }
    switch answer.status {
    // An earlier attempt may have been taken without an answer.
    case 409 where isSentAgain: return .published
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
      wait(seconds)
      if PostponedInterruption.isRequested { return .accepted }
      answer = try patiently(exchange(place, "json"))
    }
    try check(answer, for: package.description)
    return .published
  }

  /// The checksum of a release that was sent, which some registries tell only a while later.
  ///
  /// - Returns: `nil` if it does not have the release after a minute.
  package func checksum(ofSent package: PackageReference) throws -> ArchiveChecksum? {
    try askingForAMinute { try checksum(of: package) }
  }

  /// Asks at growing intervals until there is an answer.
  ///
  /// - Returns: `nil` if there is none after a minute.
  package func askingForAMinute<Answer>(_ ask: () throws -> Answer?) throws -> Answer? {
    for seconds in [0, 1, 2, 4, 8, 15, 30] {
      // What was sent before an interruption is asked for once.
      if seconds > 0, PostponedInterruption.isRequested { break }
      wait(seconds)
      if let answer = try ask() { return answer }
    }
    return nil
  }

  static let mostTries = 5
  /// In seconds; a longer one is an error.
  private static let longestWait = 900
  /// Statuses that say that the registry, or a server before it, has too much to do or is starting;
  /// in the second set, that what was sent may have been taken.
  private static let (transient, unclear): (Set, Set) = ([429, 502, 503, 504], [502, 504])

  /// Sends a request, and sends it again if the answer, or the lack of one, is not the last word.
  func patiently(
    _ exchange: HTTPExchange,
    tries: Int = mostTries
  ) throws -> HTTPExchange.Answer {
    guard let answer = try patiently(exchange, tries: tries, unless: { false }).answer else {
      throw misunderstood("gave no answer")
    }
    return answer
  }

  /// The same for a request that must not be repeated if its effect is there.
  ///
  /// - Returns: No answer if `isDone` said so; and whether the request was sent more than once.
  private func patiently(
    _ exchange: HTTPExchange,
    tries: Int = mostTries,
    unless isDone: () throws -> Bool
  ) throws -> (answer: HTTPExchange.Answer?, isSentAgain: Bool) {
    var number = 1
    while true {
      let isLast = number >= tries || PostponedInterruption.isRequested
      var seconds = 1 << number
      switch try exchange.outcome(in: folder) {
      case .answer(let answer):
        guard Self.transient.contains(answer.status) else { return (answer, number > 1) }
        if Self.unclear.contains(answer.status), (try? isDone()) == true { return (nil, true) }
        seconds = Self.retryTime(answer) ?? seconds
        if isLast || seconds > Self.longestWait { return (answer, number > 1) }
      case .lost(let error):
        if (try? isDone()) == true { return (nil, true) }
        if isLast { throw error }
      }
      wait(seconds)
      number += 1
    }
  }

  /// Returns the time of a Retry-After header, in seconds: a number, or a date (RFC 9110, 10.2.3).
  static func retryTime(_ answer: HTTPExchange.Answer) -> Int? {
    guard let text = answer.headers["retry-after"] else { return nil }
    if let seconds = Int(text) { return seconds < 0 ? nil : seconds }
    guard let time = RecordDate(http: text) else { return nil }
    // By the clock of the registry, if it tells it.
    let now = answer.headers["date"].flatMap { RecordDate(http: $0)?.secondsSince1970 }
    return max(0, time.secondsSince1970 - (now ?? SystemClock.nanoseconds / 1_000_000_000))
  }

  /// Waits, until a signal is to end this process.
  private func wait(_ seconds: Int) {
    if seconds > 10 { waiting(seconds) }
    if seconds > 0 { pause(seconds) }
  }

  /// Sleeps, until a signal is to end this process.
  @Sendable
  package static func sleep(_ seconds: Int) {
    for _ in 0..<seconds where !PostponedInterruption.isRequested {
      #if canImport(Darwin)
        Darwin.sleep(1)
      #else
        Glibc.sleep(1)
      #endif
    }
  }
}

extension RecordDate {
  /// A time as headers have it (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  fileprivate init?(http text: String) {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let form = /[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT/
    guard let (_, day, name, year, clock) = text.wholeMatch(of: form)?.output,
      let index = months.firstIndex(of: String(name))
    else { return nil }
    let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    guard let date = try? RecordDate("\(year)-\(month)-\(day)T\(clock)Z") else { return nil }
    self = date
  }
}

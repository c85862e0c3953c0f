internal import CGit2
package import Base

/// The author or committer of a commit or tag: name, email and time.
package struct Signature: Hashable, Sendable {
  package let name: String
  package let email: String
  package let time: GitTime

  /// Refuses what git could not read back: nothing, angle brackets and line breaks, and times that
  /// the library cannot write.
  package init(name: String, email: String, time: GitTime) throws(OperationError) {
    for part in [name, email] {
      let isReadable = part.unicodeScalars.allSatisfy { !"<>\n\0".unicodeScalars.contains($0) }
      guard isReadable, part.contains(where: { !$0.isWhitespace }) else {
        throw OperationError(
          .noIdentity,
          "invalid author '\(TreeNameRules.escaped(part))', expected a name and an email",
          help: "set them with 'git config user.name' and 'git config user.email'"
        )
      }
    }
    try time.checkWritable()
    self.init(unchecked: name, email: email, time: time)
  }

  private init(unchecked name: String, email: String, time: GitTime) {
    self.name = name
    self.email = email
    self.time = time
  }
}

/// A moment in whole seconds since 1970, with the offset of the clock that it was read from.
package struct GitTime: Hashable, Sendable {
  /// The seconds since 1970, in UTC.
  package let seconds: Int64
  /// Minutes east of Greenwich.
  package let offset: Int

  package init(seconds: Int64, offset: Int = 0) {
    self.seconds = seconds
    self.offset = offset
  }

  /// The library writes only 32 bits of a time, so that a greater one would be stored as another.
  fileprivate func checkWritable() throws(OperationError) {
    guard UInt32(exactly: seconds) == nil else { return }
    throw OperationError(
      .invalid,
      "invalid time of a commit, \(seconds) seconds since 1970, expected one from 1970 to 2106",
      help: "set the system's clock: 'date' shows it"
    )
  }
}

extension Signature {
  /// Copies what an object holds, which may be anything that some git once wrote.
  ///
  /// - Parameter encoding: Of the commit, if it names one.
  init(
    _ signature: UnsafePointer<git_signature>,
    encoding: UnsafePointer<CChar>? = nil
  ) {
    let raw = unsafe signature.pointee
    unsafe self.init(
      unchecked: RecordedText.decode(raw.name, encoding: encoding),
      email: RecordedText.decode(raw.email, encoding: encoding),
      time: GitTime(seconds: raw.when.time, offset: Int(raw.when.offset))
    )
  }

  /// Lends the signature in libgit2's form for as long as `body` runs.
  func withRaw<Result>(
    _ body: (UnsafePointer<git_signature>) throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    try time.checkWritable()
    var raw: UnsafeMutablePointer<git_signature>?
    try check(unsafe git_signature_new(&raw, name, email, time.seconds, Int32(time.offset)))
    defer { unsafe git_signature_free(raw) }
    guard let raw = unsafe raw else {
      throw OperationError(.other, "libgit2 returned no signature")
    }
    return try unsafe body(raw)
  }
}

extension Signature {
  /// The line in objects, without the characters that git does not accept in names.
  func line() throws(OperationError) -> String {
    try unsafe withRaw { (raw) throws(OperationError) in
      let offset = unsafe Int(raw.pointee.when.offset)
      let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let zone = (offset < 0 ? "-" : "+") + padded(hours) + padded(minutes)
      let name = unsafe String(cString: raw.pointee.name)
      let email = unsafe String(cString: raw.pointee.email)
      return unsafe "\(name) <\(email)> \(raw.pointee.when.time) \(zone)"
    }
  }
}

extension Repository {
  /// The person that git's configuration names, at `time`.
  ///
  /// - Throws: ``OperationError/Code/noIdentity`` if the name or the email is not configured.
  package func configuredSignature(at time: GitTime) throws(OperationError) -> Signature {
    let configuration = try configuration()
    for key in ["user.name", "user.email"] where configuration[key] == nil {
      throw OperationError(
        .noIdentity,
        "git's configuration has no '\(key)'",
        help: "set it with 'git config --global \(key) …'"
      )
    }
    return try Signature(
      name: configuration["user.name"] ?? "",
      email: configuration["user.email"] ?? "",
      time: time
    )
  }
}

package import Base
package import Git

/// The environment of a write outside the repository: clock, progress and limits.
package struct WriteContext: Sendable {
  /// Returns the current time.
  package var clock: @Sendable () -> GitTime
  /// Reads a variable of the environment, where git looks for the author before its configuration.
  package var variable: @Sendable (String) -> String?
  /// The time to wait for other processes of this program.
  package var lockLimit: Duration
  /// Whether commits and tags are signed where git's configuration says so; a server runs no program.
  package var signs = true
  /// The time that a program may take to sign a commit or a tag, including the time to type a
  /// passphrase.
  package var signingLimit: Duration = .seconds(120)
  /// The action at each failpoint.
  package var failures: FailureInjection
  /// Whether nothing may be written, not even to complete what a killed run left.
  package var isDryRun = false
  /// Told what is being done, if it takes a while.
  package var progress: @Sendable (OperationProgress) -> Void
  /// Told what was done beside what was asked for.
  package var note: @Sendable (String) -> Void = { _ in }

  package init(
    clock: @escaping @Sendable () -> GitTime = Self.systemClock,
    variable: @escaping @Sendable (String) -> String? = CurrentProcess.variable,
    lockLimit: Duration = .seconds(60),
    failures: FailureInjection = .environment,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.clock = clock
    self.variable = variable
    self.lockLimit = lockLimit
    self.failures = failures
    self.progress = progress
  }

  /// The system's time, with the offset of its time zone.
  @Sendable
  package static func systemClock() -> GitTime {
    let now = SystemClock.local
    return GitTime(seconds: now.seconds, offset: now.offset)
  }

  /// The current time as a record has it.
  package func now() throws(OperationError) -> RecordDate {
    try RecordDate(secondsSince1970: Int(clock().seconds))
  }

  /// The author and the committer of the commit, as git determines them.
  func signatures(
    at time: GitTime,
    in repository: borrowing Repository
  ) throws(OperationError) -> (author: Signature, committer: Signature) {
    (
      try signature("GIT_AUTHOR", at: time, in: repository),
      try signature("GIT_COMMITTER", at: time, in: repository)
    )
  }

  /// Throws if git knows no author or committer.
  package func checkIdentity(
    in repository: borrowing Repository
  ) throws(OperationError) {
    _ = try signatures(at: clock(), in: repository)
  }

  /// How commits and tags are signed.
  func signing(in repository: borrowing Repository) throws -> GitSigning {
    guard signs else { return GitSigning() }
    // A closure cannot capture what is borrowed.
    let committer = Result { () throws(OperationError) in
      try signature("GIT_COMMITTER", at: clock(), in: repository)
    }
    return try GitSigning(repository.configuration(), limit: signingLimit) {
      () throws(OperationError) in try committer.get()
    }
  }

  private func signature(
    _ role: String,
    at time: GitTime,
    in repository: borrowing Repository
  ) throws(OperationError) -> Signature {
    let (name, email) = (variable("\(role)_NAME"), variable("\(role)_EMAIL"))
    if let name, let email { return try Signature(name: name, email: email, time: time) }
    let configured = try repository.configuredSignature(at: time)
    return try Signature(
      name: name ?? configured.name,
      email: email ?? configured.email,
      time: time
    )
  }
}

import Base
import Git

/// Signs commits and tags if git's configuration says so, with the program that it names.
struct GitSigning: Sendable {
  let signsCommits: Bool
  let signsTags: Bool
  private let program: SigningProgram?
  private let limit: Duration

  /// Signs nothing.
  init() {
    (signsCommits, signsTags, program, limit) = (false, false, nil, .zero)
  }

  /// - Parameter committer: Used to look up OpenPGP and X.509 keys if no key is configured.
  /// - Throws: If signing is configured without a program or key that can be used.
  init(
    _ configuration: Configuration,
    limit: Duration,
    committer: () throws(OperationError) -> Signature
  ) throws {
    signsCommits = try configuration.bool("commit.gpgsign") ?? false
    signsTags =
      try configuration.bool("tag.gpgsign") ?? false
      || configuration.bool("tag.forcesignannotated") ?? false
    program =
      try signsCommits || signsTags
      ? SigningProgram(configuration, committer: committer) : nil
    self.limit = limit
  }

  /// The signature of a commit or tag; `nil` if it is not to be signed.
  ///
  /// - Parameter name: The name for messages.
  func signature(of text: ObjectText, isTag: Bool, named name: String) throws -> String? {
    guard isTag ? signsTags : signsCommits, let program else { return nil }
    let (verb, option) = isTag ? ("tag", "-s") : ("commit", "-S")
    let help =
      "check that 'git \(verb) \(option)' works here, or switch signing off with"
      + " 'git config \(verb).gpgSign false'"
    do {
      return try program.signature(of: text.bytes, limit: limit)
    } catch {
      let error = OperationError(error)
      throw OperationError(
        .signingFailed,
        "\(name) is not signed: \(error.message)",
        help: error.help ?? help
      )
    }
  }
}

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

/// The program that git's configuration names for signatures, run as git runs it.
struct SigningProgram: Sendable {
  private enum Format: String, CaseIterable {
    case openpgp, ssh, x509
  }

  private let format: Format
  private let program: String
  /// A key's id or owner; for SSH a file, or the key itself.
  private let key: String

  init(_ configuration: Configuration, committer: () throws(OperationError) -> Signature) throws {
    let name = configuration["gpg.format"] ?? Format.openpgp.rawValue
    guard let format = Format(rawValue: name) else {
      let known = Format.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw OperationError(
        .signingFailed,
        "invalid value '\(name)' of 'gpg.format' in git's configuration, expected one of \(known)"
      )
    }
    self.format = format
    let configured = configuration["gpg.\(format.rawValue).program"]
    let key = configuration["user.signingkey"].flatMap { $0.isEmpty ? nil : $0 }
    switch format {
    case .openpgp: program = configured ?? configuration["gpg.program"] ?? "gpg"
    case .x509: program = configured ?? "gpgsm"
    case .ssh: program = configured ?? "ssh-keygen"
    }
    if let key {
      self.key = key
    } else if format == .ssh {
      throw OperationError(
        .signingFailed,
        "git's configuration has no 'user.signingKey', which signing with SSH needs",
        help: "set it with 'git config user.signingKey FILE'"
      )
    } else {
      let committer = try committer()
      self.key = "\(committer.name) <\(committer.email)>"
    }
  }

  /// - Throws: If the program fails, or takes longer than `limit`.
  func signature(of content: [UInt8], limit: Duration) throws -> String {
    let folder = try TemporaryFolder()
    let text = "\(folder.path)/text"
    try LocalFile.update(text, to: content)
    let signature =
      format == .ssh
      ? try sshSignature(of: text, in: folder.path, limit)
      : try signature(of: text, in: folder.path, limit)
    let lines = String(decoding: signature, as: UTF8.self).replacing("\r\n", with: "\n")
    return lines.hasSuffix("\n") ? lines : lines + "\n"
  }

  private func signature(of text: String, in folder: String, _ limit: Duration) throws -> [UInt8] {
    let output = "\(folder)/signature"
    let outcome = try tool(["--status-fd=2", "-bsau", key])
      .runAsFilter(input: text, output: output, limit: limit)
    let isMade = outcome.output.split(separator: "\n").contains {
      $0.hasPrefix("[GNUPG:] SIG_CREATED ")
    }
    guard outcome.status == 0, isMade, let signature = try LocalFile.read(output) else {
      throw failure(outcome)
    }
    return signature
  }

  private func sshSignature(
    of text: String,
    in folder: String,
    _ limit: Duration
  ) throws -> [UInt8] {
    var arguments = ["-Y", "sign", "-n", "git", "-f"]
    if key.hasPrefix("key::") || key.hasPrefix("ssh-") {
      // A public key, whose private one an agent has.
      let file = "\(folder)/key"
      let literal = key.hasPrefix("key::") ? String(key.dropFirst("key::".count)) : key
      try LocalFile.update(file, to: Array("\(literal)\n".utf8))
      arguments += [file, "-U"]
    } else {
      arguments.append(expanded(key))
    }
    let outcome = try tool(arguments + [text])
      .runAsFilter(input: nil, output: "\(folder)/output", limit: limit)
    guard outcome.status == 0, let signature = try LocalFile.read("\(text).sig") else {
      throw failure(outcome)
    }
    return signature
  }

  private func tool(_ arguments: [String]) -> ToolProcess {
    ToolProcess(
      program: expanded(program),
      arguments: arguments,
      need: "with which git's configuration has commits or tags signed"
    )
  }

  private func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = CurrentProcess.variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// The last lines that the program printed.
  private func failure(_ outcome: ToolProcess.Outcome) -> OperationError {
    let lines = outcome.output.split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("[GNUPG:]") }.suffix(3)
    let words = lines.isEmpty ? "" : ": \(lines.joined(separator: "; "))"
    return OperationError(
      .signingFailed,
      "'\(program)' ended with the exit status \(outcome.status)\(words)"
    )
  }
}

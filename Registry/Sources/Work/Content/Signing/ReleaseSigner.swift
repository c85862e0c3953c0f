package import Base
import Git
package import Model
import Synchronization

/// Signs releases with a key, or with a program that has one, as git's configuration says.
///
/// One signature is made after the other: a token may ask a person each time.
package final class ReleaseSigner: Sendable {
  private let means: Means
  private let limit: Duration
  private let checks: SignatureChecks
  private let turn = Mutex(())

  private enum Means {
    /// - chain: In DER, the signer's first.
    case key(file: String, chain: [[UInt8]])
    case program(String)
  }

  private static let (key, chain) = ("registry.signingKey", "registry.signingChain")
  private static let program = "registry.signingProgram"

  /// - Parameters:
  ///   - key: The file of a key, or `nil` for what git's configuration names.
  ///   - limit: How long one signature may take, a person's answers included.
  ///   - checks: Checks what was signed, before it is recorded.
  /// - Returns: `nil` if nothing is configured.
  /// - Throws: For a key without certificates, or two ways to sign.
  package init?(
    key typed: String? = nil,
    in workspace: borrowing Workspace,
    limit: Duration,
    checks: @escaping SignatureChecks
  ) throws(OperationError) {
    let configuration = try workspace.repository.configuration()
    let named = typed ?? configuration["registry.signingkey"]
    let program = configuration["registry.signingprogram"]
    (self.limit, self.checks) = (limit, checks)
    if typed == nil, let program {
      guard named == nil else {
        throw OperationError(
          .signingFailed,
          "git's configuration has both '\(Self.key)' and '\(Self.program)'",
          help: "remove one of them with 'git config --unset'"
        )
      }
      means = .program(Self.expanded(program))
      return
    }
    guard let named else { return nil }
    let key = Self.expanded(named)
    means = .key(
      file: key,
      chain: try Self.chain(configuration["registry.signingchain"].map(Self.expanded), of: key)
    )
  }

  /// The signatures of several contents, each in CMS and DER, checked.
  package func signatures(
    of contents: [[UInt8]],
    named names: [String],
    at date: RecordDate
  ) throws -> [[UInt8]] {
    var signatures: [[UInt8]] = []
    for (content, name) in zip(contents, names) {
      signatures.append(
        try unifyingErrors(of: name) { try turn.withLock { _ in try signature(of: content) } }
      )
    }
    let made = zip(signatures, contents).map { SignatureCheck($0, of: $1, at: date) }
    for (fault, name) in zip(try checks(made), names) {
      guard let fault else { continue }
      throw OperationError(
        .signingFailed,
        "\(name) is not signed: \(fault)",
        help: "check '\(Self.key)' and '\(Self.chain)', or '\(Self.program)', with 'git config"
          + " --list --show-origin'"
      )
    }
    return signatures
  }

  package func isValid(
    _ signature: [UInt8],
    of content: [UInt8],
    at date: RecordDate
  ) throws -> Bool {
    try checks([SignatureCheck(signature, of: content, at: date)]) == [nil]
  }

  private func signature(of content: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let (input, output) = ("\(folder.path)/content", "\(folder.path)/signature")
    try LocalFile.update(input, to: content)
    let tool: ToolProcess
    switch means {
    case .program(let program):
      tool = ToolProcess(
        program: program,
        arguments: [],
        need: "which '\(Self.program)' in git's configuration names"
      )
    case .key(let key, let chain):
      let (signer, others) = ("\(folder.path)/signer.pem", "\(folder.path)/others.pem")
      try LocalFile.update(signer, to: Array(CertificateFile.text(of: chain[0]).utf8))
      let rest = chain.dropFirst().map(CertificateFile.text).joined()
      try LocalFile.update(others, to: Array(rest.utf8))
      tool = ToolProcess(
        program: "openssl",
        arguments: [
          "cms", "-sign", "-binary", "-outform", "der", "-md", "sha256", "-noattr",
          "-signer", signer, "-inkey", key,
        ] + (rest.isEmpty ? [] : ["-certfile", others]),
        need: "which signs releases"
      )
    }
    let outcome = try tool.runAsFilter(input: input, output: output, limit: limit)
    guard outcome.status == 0, let signature = try LocalFile.read(output), !signature.isEmpty else {
      let lines = outcome.output.split(whereSeparator: \.isNewline).prefix(2)
      let words = lines.isEmpty ? "" : ": \(lines.joined(separator: "; "))"
      throw OperationError(
        .signingFailed,
        outcome.status == 0
          ? "'\(tool.program)' wrote no signature to its standard output"
          : "'\(tool.program)' ended with the exit status \(outcome.status)\(words)"
      )
    }
    return signature
  }

  /// The certificates of a key: those of their own file, or those in the key's.
  private static func chain(
    _ file: String?,
    of key: String
  ) throws(OperationError) -> [[UInt8]] {
    guard let bytes = try LocalFile.read(key) else {
      throw OperationError(
        .signingFailed,
        "there is no file '\(key)', the key for signing",
        help: "name it with 'git config \(Self.key) FILE' or '--sign FILE'"
      )
    }
    guard let file else {
      if let own = try? CertificateFile.certificates(in: bytes, file: key), bytes.first != 0x30 {
        return own
      }
      throw OperationError(
        .signingFailed,
        "the key '\(key)' has no certificate",
        help: "name the file with its certificates with 'git config \(Self.chain) FILE'"
      )
    }
    guard let bytes = try LocalFile.read(file) else {
      throw OperationError(
        .signingFailed,
        "there is no file '\(file)' with the certificates for signing",
        help: "name it with 'git config \(Self.chain) FILE'"
      )
    }
    return try CertificateFile.certificates(in: bytes, file: file)
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = CurrentProcess.variable("HOME") else { return path }
    return home + path.dropFirst()
  }
}

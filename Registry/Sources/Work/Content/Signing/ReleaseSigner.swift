package import Base
import Git
package import Model
import Synchronization

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

  /// Whether a signature is one of `content`, and its certificates lead to a trusted root and were
  /// valid at `date`.
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

/// The program `registry-signatures`, which checks signatures, so that this one is not linked with
/// what reads certificates.
package struct SignatureProgram: Sendable {
  /// The name of the executable.
  package static let name = "registry-signatures"

  /// In DER; `nil` to trust any root.
  private let roots: [[UInt8]]?
  /// Checking takes a fraction of a second; the files may come from a slow disk.
  private static let limit: Duration = .seconds(300)

  /// - Parameter roots: The trusted certificates, in DER; `nil` to trust any root.
  package init(roots: [[UInt8]]?) {
    self.roots = roots
  }

  /// Returns the fault of each signature, in words; `nil` if it is valid.
  @Sendable
  package func check(_ checks: [SignatureCheck]) throws -> [String?] {
    if checks.isEmpty { return [] }
    let folder = try TemporaryFolder()
    var items: [SignatureRequest.Item] = []
    for (index, check) in checks.enumerated() {
      let file = "\(folder.path)/\(index)"
      try LocalFile.update(file, to: check.content)
      items.append(.init(file: file, signature: check.signature, date: check.date))
    }
    return try answer(to: items, in: folder).faults
  }

  /// The subjects of the certificates that signatures name, which are not checked; `nil` where one
  /// names none.
  package func signers(of signatures: [ReleaseSignature]) throws -> [String?] {
    if signatures.isEmpty { return [] }
    let items = signatures.map {
      SignatureRequest.Item(file: nil, signature: $0.archive, date: $0.date)
    }
    return try answer(to: items, in: TemporaryFolder()).signers
  }

  private func answer(
    to items: [SignatureRequest.Item],
    in folder: borrowing TemporaryFolder
  ) throws -> SignatureRequest.Answer {
    let request = SignatureRequest(roots: roots?.map { Data($0) }, items: items)
    let (input, output) = ("\(folder.path)/request", "\(folder.path)/answer")
    try LocalFile.update(input, to: Array(JSONEncoder().encode(request)))
    let outcome = try Self.tool(for: input)
      .runAsFilter(input: nil, output: output, limit: Self.limit)
    let bytes = try LocalFile.read(output) ?? []
    let answer = try? JSONDecoder().decode(SignatureRequest.Answer.self, from: Data(bytes))
    guard outcome.status == 0, let answer, answer.faults.count == items.count,
      answer.signers.count == items.count
    else {
      let words = outcome.output.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      throw OperationError(
        .signingFailed,
        "'\(Self.name)' ended with the exit status \(outcome.status)\(words)",
        help: "install the version of '\(Self.name)' that belongs to this program"
      )
    }
    return answer
  }

  /// Throws if the program is not installed.
  package static func checkAvailability() throws {
    _ = try tool(for: "--version").run()
  }

  private static func tool(for request: String) -> ToolProcess {
    let own = CurrentProcess.ownFolder.map { "\($0)/\(Self.name)" }
    return ToolProcess(
      program: own.flatMap { LocalFile.isExecutable($0) ? $0 : nil } ?? Self.name,
      arguments: [request],
      need: "which checks signatures, or run 'make install-signatures' in a clone of this tool"
    )
  }
}

/// The request that `registry-signatures` reads from a file, as JSON; its answer is on its standard
/// output.
///
/// What was signed is in files, because archives are large.
package struct SignatureRequest: Codable, Sendable {
  /// A signature, with the file of the signed bytes.
  package struct Item: Codable, Sendable {
    /// The file of the signed bytes; `nil` to ask for the signer alone.
    package let file: String?
    /// The signature in DER.
    package let signature: Data
    private let secondsSince1970: Int

    init(file: String?, signature: [UInt8], date: RecordDate) {
      (self.file, self.signature) = (file, Data(signature))
      secondsSince1970 = date.secondsSince1970
    }

    /// The time of signing, at which the certificates must be valid.
    package var date: RecordDate {
      get throws { try RecordDate(secondsSince1970: secondsSince1970) }
    }
  }

  /// The answer, with an element for each item of the request.
  package struct Answer: Codable, Sendable {
    /// The fault of each signature; `nil` if it is valid, or was not checked.
    package let faults: [String?]
    /// The subject of each signer's certificate; `nil` if a signature names none.
    package let signers: [String?]

    package init(faults: [String?], signers: [String?]) {
      (self.faults, self.signers) = (faults, signers)
    }
  }

  /// The trusted certificates, in DER; `nil` if any root is trusted.
  package let roots: [Data]?
  /// The signatures to check, in the order of the answer.
  package let items: [Item]
}

/// A signature to be checked.
package struct SignatureCheck: Hashable, Sendable {
  /// The signed bytes.
  package let content: [UInt8]
  /// The signature, in the format ``ReleaseSignature/format``.
  package let signature: [UInt8]
  /// The time of signing.
  package let date: RecordDate

  package init(_ signature: [UInt8], of content: [UInt8], at date: RecordDate) {
    (self.signature, self.content, self.date) = (signature, content, date)
  }
}

/// Checks several signatures, and returns what is wrong with each, in words; `nil` if it is valid.
package typealias SignatureChecks = @Sendable ([SignatureCheck]) throws -> [String?]

/// The certificates that a person names as trusted.
package enum TrustedRoots {
  /// The certificates in files, and in the files of folders, in DER.
  package static func reading(_ paths: [String]) throws(OperationError) -> [[UInt8]] {
    try unifyingErrors {
      try paths.flatMap { path -> [[UInt8]] in
        var files = [path]
        if LocalFile.exists(path), LocalFile.kind(at: try LocalFile.realPath(path)) == .directory {
          files = try LocalFile.names(in: path).sorted().map { "\(path)/\($0)" }
        }
        return try files.flatMap { file in
          guard let bytes = try LocalFile.read(file) else {
            throw OperationError(
              .unusableCertificate,
              "there is no file '\(file)' with trusted certificates"
            )
          }
          return try CertificateFile.certificates(in: bytes, file: file)
        }
      }
    }
  }
}

import Files
import Git
import GitValues
import Processes
import Workspace

/// The git program with a remote of a repository.
///
/// It signs in as its user has set it up, which is more than the library can: credential helpers,
/// keys of ssh's configuration, headers that a CI system adds.
struct GitProgram: ~Copyable {
  private let directory: String
  private let remote: String
  private let folder: TemporaryFolder

  /// What a connection may take.
  private static let limit: Duration = .seconds(600)

  init(in repository: borrowing Repository, remote: String) throws {
    folder = try TemporaryFolder()
    (directory, self.remote) = (repository.gitDirectory, remote)
  }

  /// The objects of the remote's tags, by their whole names.
  func tags() throws -> [String: ObjectID] {
    let (status, lines, complaint) = try run(["ls-remote", "--tags", "--refs", remote])
    guard status == 0 else { throw unreachable(complaint) }
    var tags: [String: ObjectID] = [:]
    for line in lines {
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let id = try? ObjectID(hex: parts[0]) else { continue }
      tags[String(parts[1])] = id
    }
    return tags
  }

  /// Pushes references under their own names.
  ///
  /// - Returns: Why those that the remote did not take were refused, by their whole names.
  func push(_ references: [String]) throws -> [String: String] {
    let arguments = ["push", "--porcelain", remote] + references.map { "\($0):\($0)" }
    let (status, lines, complaint) = try run(arguments)
    var refusals: [String: String] = [:]
    var answered: Set<String> = []
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let name = parts[1].split(separator: ":").last.map(String.init)
      else { continue }
      answered.insert(name)
      if parts[0] == "!" { refusals[name] = parts[2] }
    }
    guard status == 0 || !answered.isEmpty else { throw unreachable(complaint) }
    for name in references where !answered.contains(name) { refusals[name] = "no answer" }
    return refusals
  }

  private func run(
    _ arguments: [String]
  ) throws -> (status: Int32, lines: [Substring], complaint: String) {
    let git = ToolProcess(
      program: "git",
      arguments: ["--git-dir", directory] + arguments,
      need: "which pushes tags"
    )
    let output = "\(folder.path)/output"
    let outcome = try git.runAsFilter(input: nil, output: output, limit: Self.limit)
    let text = String(decoding: try LocalFile.read(output) ?? [], as: UTF8.self)
    return (outcome.status, text.split(whereSeparator: \.isNewline), outcome.output)
  }

  private func unreachable(_ complaint: String) -> OperationError {
    let lines = complaint.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.last
    let reason = line.map { $0.replacing(#/^(fatal|error): /#, with: "") } ?? "git gave no reason"
    return OperationError(
      .unreachable,
      "cannot reach '\(remote.withoutPassword)': \(reason.withoutPassword)",
      help: "try 'git ls-remote \(remote.withoutPassword.shellQuoted)'"
    )
  }
}

extension StringProtocol {
  /// Without what stands between a scheme and an `@`.
  var withoutPassword: String {
    String(self).replacing(/:\/\/[^\/@\s]*@/, with: "://")
  }
}

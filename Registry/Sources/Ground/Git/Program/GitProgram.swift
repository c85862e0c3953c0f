package import Base

/// The git program; nothing else in this package starts it.
///
/// It has no terminal, so that it fails where it would ask a person, and prints English.
package struct GitProgram: Sendable {
  /// The git directory of the repository that it works in.
  package let gitDirectory: String
  /// The folder that it runs in; `nil` for that of this process.
  var folder: String?
  /// The root of the working files, where a command needs them.
  var workTree: String?
  /// Settings that take precedence over git's configuration, as `KEY=VALUE`.
  var settings: [String] = []
  /// Variables beside those of this process, or in place of them.
  package var environment: [String: String] = [:]

  package init(gitDirectory: String) {
    self.gitDirectory = gitDirectory
  }

  /// The first version that takes configuration from the environment, of 2021.
  static let oldestVersion = (2, 31)

  /// The variables that a hook which runs this program has set for its own repository.
  private static let hookVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_QUARANTINE_PATH",
  ]

  /// Runs it, whatever the exit status is.
  ///
  /// - Parameter limit: If it prints nothing for longer, it is killed.
  /// - Throws: ``OperationError/Code/gitFailed`` if it fails and is too old.
  package func run(
    _ arguments: [String],
    input: [UInt8]? = nil,
    limit: Duration
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    let file = try input.map { input throws(OperationError) in try TemporaryFile(input) }
    let outcome: ToolProcess.UnattendedOutcome
    do {
      outcome = try tool(arguments).runUnattended(limit: limit, reading: file)
    } catch {
      guard error.code == .toolEnded else { throw error }
      throw whenEnded(arguments, error)
    }
    if outcome.status >= 128 { try checkVersion() }
    return outcome
  }

  /// Says why git itself has crashed, if that can be told.
  private func whenEnded(_ arguments: [String], _ error: OperationError) -> OperationError {
    let words = "\(error.message) in 'git \(arguments[0])'"
    guard let path = try? Repository.open(at: gitDirectory).pathTooDeepForGit() else {
      return OperationError(error.code, words, help: error.help)
    }
    let start = path.names.prefix(4).joined(separator: "/")
    return OperationError(
      .gitFailed,
      "\(words): '\(start)/…' in the newest commit has over \(Repository.deepestForGit) folders in"
        + " each other",
      help: "git cannot use such a commit: return to the one before it with"
        + " 'git update-ref HEAD COMMIT'"
    )
  }

  private func tool(_ arguments: [String]) -> ToolProcess {
    var tool = ToolProcess(
      program: "git",
      arguments: (folder.map { ["-C", $0] } ?? []) + settings.flatMap { ["-c", $0] }
        + ["--git-dir", gitDirectory] + (workTree.map { ["--work-tree", $0] } ?? []) + arguments,
      need: "version \(Self.oldestVersion.0).\(Self.oldestVersion.1) or later"
    )
    tool.environment = ["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]
    tool.environment.merge(environment) { $1 }
    tool.removedVariables = Self.hookVariables
    return tool
  }

  /// Throws if git is too old, which is then why it failed.
  private func checkVersion() throws(OperationError) {
    let tool = ToolProcess(program: "git", arguments: ["version"], need: "")
    let words = try tool.runUnattended(limit: .seconds(60)).output.split(separator: " ")
    // `git version 2.39.5`, and more words on some systems.
    let numbers = words.dropFirst(2).first?.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard let numbers, numbers.count == 2, (numbers[0], numbers[1]) < Self.oldestVersion else {
      return
    }
    throw OperationError(
      .gitFailed,
      "git \(numbers[0]).\(numbers[1]) is too old",
      help: "install git \(Self.oldestVersion.0).\(Self.oldestVersion.1) or later"
    )
  }

  /// Whether a filter failed: unless it is required, git then leaves a file as it is stored.
  static func tellsOfFilter(_ errors: String) -> Bool {
    errors.contains(#/external filter '|clean filter '|smudge filter |filter-process: /#)
  }

  /// The error of a command, with what git printed but its advice for users of git.
  static func failure(_ arguments: [String], _ errors: String) -> OperationError {
    let all = errors.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("hint:") }
    let end = all.lastIndex { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
    let lines = (end.map { all[...$0] } ?? all[...])
      .map { $0.replacing(#/^(?:fatal|error): /#, with: "") }
    let isLocked = lines.contains { $0.contains(#/\.lock': File exists/#) }
    let isDamaged = lines.contains { $0.contains(#/index file (?:corrupt|smaller)|bad index/#) }
    let isOfFilter = tellsOfFilter(errors)
    return OperationError(
      isOfFilter ? .filterFailed : .gitFailed,
      "'git \(arguments[0])' failed\(lines.isEmpty ? "" : ": ")"
        + lines.suffix(3).joined(separator: "; "),
      help: isDamaged
        ? "create a new index with 'git read-tree HEAD'"
        : isOfFilter
          ? "install the program of the filter, or fetch what it needs, such as with 'git lfs pull'"
          : isLocked
            ? "wait for the git command that is running; if there is none, remove the lock file"
            : nil
    )
  }
}

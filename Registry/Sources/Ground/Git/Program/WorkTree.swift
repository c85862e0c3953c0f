package import Base

/// A folder of files with an index, which the git program reads and changes.
///
/// What git's configuration and attributes decide (which files have changed, filters, ends of lines,
/// sparse checkouts, the formats of the index) is asked of git itself.
package struct WorkTree: Sendable {
  /// The folder of the files.
  package let path: String
  package let gitDirectory: String
  /// Settings that take precedence over git's configuration, as `KEY=VALUE`.
  var settings: [String]

  /// The working files of a repository.
  ///
  /// - Throws: ``OperationError/Code/bareRepository`` if there are none.
  package init(of repository: borrowing Repository) throws(OperationError) {
    guard let path = repository.workingDirectory else {
      throw OperationError(.bareRepository, "a bare repository has no working files")
    }
    self.path = path
    gitDirectory = repository.gitDirectory
    settings = []
  }

  init(path: String, gitDirectory: String, settings: [String]) {
    (self.path, self.gitDirectory, self.settings) = (path, gitDirectory, settings)
  }

  var index: String { "\(gitDirectory)/index" }

  /// As many as a command line is given: git compares each file with each path, and looks at all files
  /// in less time where there are more.
  static let mostPaths = 32
  /// Git prints nothing while it checks out files, and a filter may download them.
  private static let limit = Duration.seconds(3600)

  /// Runs git, and returns its standard output and standard error.
  ///
  /// - Parameters:
  ///   - index: Another one than the work tree's own.
  ///   - input: Its standard input; it then also fails if a filter does.
  /// - Throws: ``OperationError/Code/gitFailed`` with what git prints, if it fails.
  @discardableResult
  func git(
    _ arguments: [String],
    index: String? = nil,
    input: [UInt8]? = nil
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    let outcome = try program(index).run(arguments, input: input, limit: Self.limit)
    let isUnfiltered = input != nil && GitProgram.tellsOfFilter(outcome.errors)
    guard outcome.status == 0, !isUnfiltered else {
      throw GitProgram.failure(arguments, outcome.errors)
    }
    return outcome
  }

  /// The same, whatever the exit status is.
  func run(
    _ arguments: [String],
    index: String? = nil
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    try program(index).run(arguments, limit: Self.limit)
  }

  func program(_ index: String?) -> GitProgram {
    var program = GitProgram(gitDirectory: gitDirectory)
    (program.folder, program.workTree, program.settings) = (path, path, settings)
    program.environment = [
      "GIT_INDEX_FILE": index ?? self.index,
      "GIT_LITERAL_PATHSPECS": "1",
      // What only reads writes nothing.
      "GIT_OPTIONAL_LOCKS": "0",
    ]
    return program
  }
}

extension String {
  /// The parts between NUL bytes, as git's `-z` prints them.
  var parts: [Substring] {
    utf8.split(separator: 0).map(Substring.init)
  }
}

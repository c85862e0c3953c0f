import Files
import Git
import GitValues
import Processes
import Workspace

/// The content of working files beside their blobs, with all conversions that git's attributes and
/// configuration ask for.
///
/// libgit2 converts ends of lines and `$Id$`. Filter programs, such as Git LFS, and encodings are left
/// to the git program.
struct WorkingContent {
  private static let limit = Duration.seconds(600)

  /// The root of the working files.
  let root: String

  /// The bytes of a working file.
  func bytes(
    of id: ObjectID,
    at path: TreePath,
    in repository: borrowing Repository
  ) throws -> [UInt8] {
    guard try repository.needsGitProgram(at: path) else {
      return try repository.converted(repository.blob(id), at: path, .toWorkingTree)
    }
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/output"
    let tool = tool(["cat-file", "--filters", "--path=\(path)", id.hex])
    let outcome = try tool.runAsFilter(input: nil, output: output, limit: Self.limit)
    guard outcome.status == 0, let bytes = try LocalFile.read(output) else {
      throw failure(path, outcome.output)
    }
    return bytes
  }

  /// Whether the working file is what git would write for the blob.
  func isUnchanged(
    _ path: TreePath,
    from id: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    let file = "\(root)/\(path)"
    guard let content = try LocalFile.read(file) else { return false }
    if Repository.blobID(of: content) == id { return true }
    guard try repository.needsGitProgram(at: path) else {
      return try Repository.blobID(of: repository.converted(content, at: path, .toStore)) == id
    }
    let outcome = try tool(["hash-object", "--path=\(path)", "--", file])
      .runUnattended(limit: Self.limit)
    guard outcome.status == 0 else { throw failure(path, outcome.errors) }
    return outcome.output == "\(id.hex)\n"
  }

  private func tool(_ arguments: [String]) -> ToolProcess {
    ToolProcess(
      program: "git",
      arguments: ["-C", root] + arguments,
      need: "which runs the filters that the attributes of this repository name"
    )
  }

  private func failure(_ path: TreePath, _ words: String) -> OperationError {
    let lines = words.split(whereSeparator: \.isNewline).suffix(3).joined(separator: "; ")
    return OperationError(
      .filterFailed,
      "git's filter for '\(path)' failed\(lines.isEmpty ? "" : ": \(lines)")",
      help: "check that the filter is installed: 'git check-attr filter \(path.string.shellQuoted)'"
    )
  }
}

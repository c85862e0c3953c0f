import Foundation

/// Makes a monorepo of components with releases for the benchmarks, the same one for the same
/// numbers.
///
///     GenerateMonorepo FOLDER COMPONENTS COMMITS
///
/// Every tenth commit is a release, of one component after the other. `Part0000` is changed as often
/// as the others and was never released; `Part0002` is a large one. The folder is there already.
@main
struct GenerateMonorepo {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let components = Int(arguments[2]), components > 2,
      let commits = Int(arguments[3]), commits >= 20
    else {
      return fail("usage: GenerateMonorepo FOLDER COMPONENTS COMMITS", status: 64)
    }
    do {
      try generate(arguments[1], components: components, commits: commits)
    } catch {
      fail("error: \(error)", status: 1)
    }
  }

  private static func generate(_ folder: String, components: Int, commits: Int) throws {
    let git = GitProgram(folder: folder)
    try git.run("init", "--quiet", "--initial-branch=main")
    let stream = try ImportStream(into: folder)
    var history = GeneratedHistory(components: components, stream: stream)
    try history.write(commits: commits)
    try stream.finish()
    // As a clone has them.
    try git.run("pack-refs", "--all")
    try git.run("reset", "--quiet", "--hard", "main")
  }

  private static func fail(_ message: String, status: Int32) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}

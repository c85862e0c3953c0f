import Foundation

/// Makes a monorepo of components with releases for the benchmarks, the same one for the same
/// numbers.
///
///     GenerateMonorepo FOLDER COMPONENTS COMMITS [pinned]
///
/// Every tenth commit is a release, of one component after the other. `Part0000` is changed as often
/// as the others and was never released; `Part0002` is a large one. With `pinned` there is a scaffold
/// that pins each component to its newest release. The folder is there already.
///
///     GenerateMonorepo FOLDER COMPONENTS RELEASES served
///
/// Makes as many releases of each component, in two commits: see ``ServedMonorepo``.
@main
struct GenerateMonorepo {
  static func main() {
    let arguments = CommandLine.arguments
    let isPinned = arguments.count == 5 && arguments[4] == "pinned"
    let isServed = arguments.count == 5 && arguments[4] == "served"
    guard arguments.count == 4 || isPinned || isServed,
      let components = Int(arguments[2]), components > 2,
      let commits = Int(arguments[3]), commits >= 20
    else {
      return fail("usage: GenerateMonorepo FOLDER COMPONENTS COMMITS [pinned|served]", status: 64)
    }
    do {
      try generate(arguments[1]) { stream in
        if isServed {
          try ServedMonorepo(components: components, releases: commits).write(to: stream)
        } else {
          var history = GeneratedHistory(
            components: components,
            isPinned: isPinned,
            stream: stream
          )
          try history.write(commits: commits)
        }
      }
    } catch {
      fail("error: \(error)", status: 1)
    }
  }

  private static func generate(
    _ folder: String,
    _ write: (ImportStream) throws -> Void
  ) throws {
    let git = GitProgram(folder: folder)
    try git.run("init", "--quiet", "--initial-branch=main")
    let stream = try ImportStream(into: folder)
    try write(stream)
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

import Foundation

/// Makes a monorepo of components with releases for the benchmarks, the same one for the same
/// numbers.
///
///     GenerateMonorepo FOLDER COMPONENTS COMMITS [pinned]
///
/// Every tenth commit is a release, of one component after the other. `Part0000` is changed as often
/// as the others and was never released; `Part0002` is a large one. With `pinned` there is an app
/// that pins each component to its newest release. The folder is there already.
///
///     GenerateMonorepo FOLDER COMPONENTS RELEASES served
///
/// Makes as many releases of each component, in two commits: see ``ServedMonorepo``. With `single` in
/// place of `served` it is one component that has them, with their tags.
///
///     GenerateMonorepo FOLDER PACKAGES FILES vendor
///
/// Makes packages of as many files each, which no manifest lists: see ``VendorMonorepo``.
///
///     GenerateMonorepo FOLDER COMPONENTS RELEASES plain|conflicting|unsatisfiable [WHEELS]
///
/// Makes as many releases of each component, which require others as ``RequirementGraph`` says, and an
/// app that pins some of them. The same goes as Python's wheels into the folder `WHEELS`, if one is
/// named.
@main
struct GenerateMonorepo {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard (3...5).contains(arguments.count),
      let components = Int(arguments[1]), components > 2,
      let count = Int(arguments[2]), count >= 10
    else { return refuse() }
    let kind = arguments.count > 3 ? arguments[3] : "changing"
    let graph = RequirementGraph.Kind(rawValue: kind).map {
      RequirementGraph($0, components: components, releases: count)
    }
    do {
      switch (kind, graph) {
      case (_, let graph?):
        try generate(arguments[0]) { try ResolvableMonorepo(graph: graph).write(to: $0) }
        if arguments.count == 5 { try WheelFolder(graph: graph).write(to: arguments[4]) }
      case ("served", _) where arguments.count == 4:
        try generate(arguments[0]) {
          try ServedMonorepo(components: components, releases: count).write(to: $0)
        }
      case ("single", _) where arguments.count == 4:
        try generate(arguments[0]) {
          try ServedMonorepo(components: components, releases: count, isOfOne: true).write(to: $0)
        }
      case ("vendor", _) where arguments.count == 4:
        try generate(arguments[0]) {
          try VendorMonorepo(packages: components, files: count).write(to: $0)
        }
      case ("pinned", _) where arguments.count == 4, ("changing", _) where arguments.count == 3:
        try generate(arguments[0]) { stream in
          var history = GeneratedHistory(
            components: components,
            isPinned: kind == "pinned",
            stream: stream
          )
          try history.write(commits: count)
        }
      default: refuse()
      }
    } catch {
      fail("error: \(error)", status: 1)
    }
  }

  private static func refuse() {
    fail(
      "usage: GenerateMonorepo FOLDER COMPONENTS COMMITS [pinned|served|single]\n"
        + "       GenerateMonorepo FOLDER PACKAGES FILES vendor\n"
        + "       GenerateMonorepo FOLDER COMPONENTS RELEASES plain|conflicting|unsatisfiable [WHEELS]",
      status: 64
    )
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

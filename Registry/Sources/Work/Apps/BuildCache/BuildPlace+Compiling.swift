import Base
import Git
import Model

extension BuildPlace {
  /// Compiles a sample of the build that was made here again, and compares the result with what is
  /// kept of it; afterwards, the build is as it was.
  ///
  /// The build system's own description has the commands. The sources are those that are checked out
  /// here, so nothing is compiled if these are not exactly a tree.
  ///
  /// - Parameters:
  ///   - count: How many commands are run: each compiles a Swift module, or a file of C or C++.
  ///   - tried: Gets the name of each.
  /// - Returns: The names of the commands that made something else; `nil` if nothing of what is checked
  ///   out here is kept.
  func differences(
    compiling count: Int,
    _ tried: (String) -> Void
  ) throws -> [String]? {
    try removeUnfinished()
    guard let tree = try layout.exactTree(), try LocalFile.read(built) == Array(tree.hex.utf8),
      let listing = try LocalFile.read(self.listing(of: tree)).flatMap(BuildListing.init(reading:)),
      let package = try LocalFile.read(package)
    else { return nil }
    // The build may be of later arguments than what is kept.
    guard try restore(tree, progress: { _ in }) else { return nil }
    let kept = Dictionary(
      listing.entries.compactMap { entry in
        if case .file(let id, _) = entry.kind { ("\(folder)/\(entry.path)", id) } else { nil }
      }
    ) { first, _ in first }
    let commands = try Self.configurations.flatMap { configuration in
      try LocalFile.read("\(layout.build)/\(configuration).yaml").map(CompileCommand.commands) ?? []
    }.filter { command in command.outputs.contains { kept[$0] != nil } }
    // A run that is killed leaves new files in the place of old ones.
    try StagedReplacement(path: unfinished, staging: "\(unfinished).new")
      .replace(with: Array(tree.hex.utf8))
    var different: [String] = []
    for command in commands.shuffled().prefix(count) {
      tried(command.name)
      let outputs = command.outputs.filter { kept[$0] != nil }
      for path in outputs { try LocalFile.remove(path) }
      let isSame =
        try command.run(in: String(decoding: package, as: UTF8.self)) == 0
        && outputs.allSatisfy { try LocalFile.read($0).map(ContentID.init(of:)) == kept[$0] }
      if !isSame { different.append(command.name) }
    }
    if different.isEmpty {
      guard try restore(tree, progress: { _ in }) else { return nil }
    } else {
      // Nothing tells what else of it is not what the compiler makes.
      try LocalFile.remove(self.listing(of: tree))
      try removeUnfinished()
    }
    return different
  }

  private static let configurations = ["debug", "release"]
}

extension CompileCommand {
  /// Runs it in a folder, whose path is in debug information, and returns its exit status.
  fileprivate func run(in folder: String) throws -> Int32 {
    let arguments = ["-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
    return try ToolProcess(program: "/bin/sh", arguments: arguments).run().status
  }
}

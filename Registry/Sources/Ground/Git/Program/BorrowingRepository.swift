import Base

/// A bare repository that borrows the objects of another one, so that trees can be stored without a
/// change of that one.
package struct BorrowingRepository: Sendable {
  /// The path of the repository, which need not exist before
  /// ``prepare(for:besides:configuration:)``.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Makes it, or makes it borrow anew.
  ///
  /// - Parameters:
  ///   - lender: The repository whose objects it has.
  ///   - others: Further folders of objects.
  ///   - configuration: Settings, by keys such as `registry.cache`.
  package func prepare(
    for lender: borrowing Repository,
    besides others: [String] = [],
    configuration: [(section: String, key: String, value: String)] = []
  ) throws {
    if LocalFile.kind(at: "\(path)/HEAD") == nil {
      try LocalFile.removeAll(path)
      try LocalFile.makeDirectories(path)
      _ = try Repository.create(at: path, isBare: true)
    }
    let common = lender.commonDirectory
    let folders = ["\(common)/objects"] + others
    try LocalFile.update(
      "\(path)/objects/info/alternates",
      to: Array(folders.map { "\($0)\n" }.joined().utf8)
    )
    var text = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
    for setting in configuration {
      text += "[\(setting.section)]\n\t\(setting.key) = \(Self.quoted(setting.value))\n"
    }
    try LocalFile.update("\(path)/config", to: Array(text.utf8))
    // What builds leave, whether git ignores it or not.
    let builds = ".build/\n.registry/\n"
    let excluded = try LocalFile.read("\(common)/info/exclude") ?? []
    try LocalFile.makeDirectories("\(path)/info")
    try LocalFile.update("\(path)/info/exclude", to: excluded + Array(builds.utf8))
    try LocalFile.update(
      "\(path)/info/attributes",
      to: LocalFile.read("\(common)/info/attributes") ?? []
    )
  }

  /// Stores the working files of the lender as they are, committed or not, without those that git
  /// ignores.
  ///
  /// - Parameter base: The tree of the commit that is checked out.
  /// - Returns: Their tree.
  package func snapshot(
    of lender: borrowing Repository,
    since base: ObjectID
  ) throws -> ObjectID {
    guard let folder = lender.workingDirectory else {
      throw OperationError(.bareRepository, "a bare repository has no working files")
    }
    var settings = ["\(lender.commonDirectory)/config", "\(lender.gitDirectory)/config.worktree"]
      .filter(LocalFile.exists).map { "include.path=\($0)" }
    settings += [
      "core.bare=false", "core.fsmonitor=false", "core.hooksPath=/dev/null",
      "core.splitIndex=false", "core.sparseCheckout=false", "core.untrackedCache=false",
      "index.sparse=false", "submodule.recurse=false", "advice.addEmbeddedRepo=false",
      "core.safecrlf=false",
    ]
    let files = WorkTree(path: folder, gitDirectory: path, settings: settings)
    try LocalFile.remove("\(files.index).lock")
    try files.git(["read-tree", "--reset", base.hex])
    try files.git(["add", "--all", "--", "."])
    let output = try files.git(["write-tree"]).output
    return try ObjectID(hex: output.split(whereSeparator: \.isNewline).first ?? "")
  }

  private static func quoted(_ value: String) -> String {
    "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

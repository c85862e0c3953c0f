import Base
import Git
import Model

/// The files of the root that name folders by their path: `.gitignore`, `.gitattributes` and the owners
/// of code.
enum MovedRules {
  static let files = [
    ".gitattributes", ".gitignore", "CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS",
    "docs/CODEOWNERS",
  ].map { TreePath(known: $0) }

  /// The text with the new place of each folder.
  static func text(_ bytes: [UInt8], after moves: [FolderMove]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.map { line(Array($0), after: moves) }.joined(separator: [UInt8(ascii: "\n")])
    )
  }

  private static func line(_ line: [UInt8], after moves: [FolderMove]) -> [UInt8] {
    let start = line.prefix { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "/") }.count
    for move in moves {
      let path = Array(move.from.string.utf8)
      // A name alone is one at any depth.
      guard path.contains(UInt8(ascii: "/")) || start > 0 else { continue }
      let rest = line[start...]
      guard rest.starts(with: path) else { continue }
      let next = rest.dropFirst(path.count).first
      let ends = [UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
      guard next.map({ ends.contains($0) }) ?? true else { continue }
      return line[..<start] + Array(move.to.string.utf8) + rest.dropFirst(path.count)
    }
    return line
  }
}

/// Checks that git treats files at their new places as it did at the old ones.
struct MovedFiles {
  let moves: [PlannedMove]
  /// The files that rules are read from, as they are after the move.
  let rules: [TreePath: [UInt8]]

  func check(in workspace: borrowing Workspace) throws {
    guard !workspace.repository.isBare else { return }
    let tree = try WorkTree(of: workspace.repository)
    try checkIgnored(tree)
    var places: [TreePath: TreePath] = [:]
    for move in moves {
      let listing = try workspace.repository.listing(
        of: move.tree,
        passesOverSubmodules: true,
        checksLinks: false
      )
      for item in listing.items {
        places[move.folder.from.appending(item.path)] = move.folder.to.appending(item.path)
      }
    }
    let before = try tree.attributes(of: places.keys.sorted())
    let after = try tree.withRules(rules, for: []) { try $0.attributes(of: places.values.sorted()) }
    let changed = places.sorted { $0.key < $1.key }.first { before[$0.key] != after[$0.value] }
    guard let changed else { return }
    throw OperationError(
      .rulesOfGit,
      "'\(changed.key)' would lose or gain attributes of git at its new place '\(changed.value)':"
        + " \(Self.words(before[changed.key])) would become \(Self.words(after[changed.value]))",
      help: "write the pattern in '.gitattributes' so that it matches both places, and commit that"
    )
  }

  private static func words(_ attributes: [String]?) -> String {
    (attributes ?? []).isEmpty
      ? "none" : (attributes ?? []).map { "'\($0)'" }.joined(separator: ", ")
  }

  /// A file that git ignores must not become one that the next `git add` takes.
  private func checkIgnored(_ tree: WorkTree) throws {
    let ignored = try tree.ignoredFiles(in: moves.map(\.folder.from))
    guard !ignored.isEmpty else { return }
    let folders = moves.map(\.folder)
    let places = Dictionary(
      ignored.map { path in
        (folders.lazy.map { $0.place(of: path) }.first { $0 != path } ?? path, path)
      },
      uniquingKeysWith: { first, _ in first }
    )
    let untracked = try tree.withRules(rules, for: places.keys.sorted()) {
      try $0.untrackedFiles()
    }
    guard let new = untracked.sorted().first(where: { places[$0] != nil }),
      let old = places[new]
    else { return }
    throw OperationError(
      .rulesOfGit,
      "git ignores '\(old)', and would not ignore it at its new place '\(new)', where it could be"
        + " committed by mistake",
      help: "add '/\(new)' to '.gitignore', and commit that"
    )
  }
}

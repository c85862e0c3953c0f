import Testing

/// A verb that changes a repository, with the repository that it is to change.
struct WritingVerb: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  /// The files that it may change.
  let files: Set<String>
  var program = "registry"
  let prepare: @Sendable (Sandbox) async throws -> Void

  static let bump = WritingVerb(
    testDescription: "bump",
    arguments: ["bump", "Menu", "1.1.0"],
    files: ["CHANGELOG.md", "Registry/manifest.json", "Registry/releases/Menu.jsonl"]
  ) { sandbox in
    try await sandbox.registry("bump", "Kitchen", "1.0.0")
    try await sandbox.registry("bump", "Menu", "1.0.0")
    try sandbox.change("Menu", "feat: list drinks")
  }

  static let firstBump = WritingVerb(
    testDescription: "first bump",
    arguments: ["bump", "Menu", "1.0.0"],
    files: [
      ".gitattributes", "CHANGELOG.md", "Registry/manifest.json", "Registry/releases/Menu.jsonl",
    ]
  ) { _ in }

  static let yank = WritingVerb(
    testDescription: "yank",
    arguments: ["yank", "Menu", "1.0.0", "--reason", "cold"],
    files: ["CHANGELOG.md", "Registry/releases/Menu.jsonl"]
  ) { sandbox in
    try await sandbox.registry("bump", "Menu", "1.0.0")
  }

  static let undo = WritingVerb(
    testDescription: "undo",
    arguments: ["undo", "Menu", "1.1.0"],
    files: bump.files
  ) { sandbox in
    try await bump.prepare(sandbox)
    try await sandbox.registry("bump", "Menu", "1.1.0")
  }

  static let tags = WritingVerb(
    testDescription: "tags",
    arguments: ["tags"],
    files: []
  ) { sandbox in
    try await undo.prepare(sandbox)
    try sandbox.git("tag", "-d", "Menu/1.0.0", "Menu/1.1.0", "Kitchen/1.0.0")
    // Where git keeps them after a while, beside the new ones.
    try sandbox.git("pack-refs", "--all")
  }

  static let all = [bump, firstBump, yank, undo, tags]

  /// The release of ``bump``, written in the order that is not safe.
  static let naiveBump = WritingVerb(
    testDescription: "naive bump",
    arguments: bump.arguments,
    files: bump.files,
    program: "naive-bump",
    prepare: bump.prepare
  )

  /// What was taken back cannot be taken back again.
  var isRepeatable: Bool { arguments.first != "undo" }
}

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

  /// The release uses a change note up, which leaves its folder empty.
  static let notedBump = WritingVerb(
    testDescription: "bump with a change note",
    arguments: ["bump", "Menu", "1.1.0"],
    files: bump.files.union(["Registry/changes/drinks.md"])
  ) { sandbox in
    try await bump.prepare(sandbox)
    try await sandbox.registry("change", "Menu", "--minor", "--notes", "Drinks!")
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

  static let pin = WritingVerb(
    testDescription: "pin",
    arguments: ["pin", "Menu", "1.0.0"],
    files: ["Registry/manifest.json", "Registry/resolved.json"]
  ) { sandbox in
    try sandbox.write("// the app\n", to: "App/Package.swift")
    try sandbox.writeManifest(
      ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
      apps: #""app": { "path": "App", "pins": {} }"#
    )
    try sandbox.commitAll("Add the app")
    try await sandbox.registry("bump", "Menu", "1.0.0")
  }

  static let snapshot = WritingVerb(
    testDescription: "snapshot",
    arguments: ["snapshot", "1.0.0"],
    files: []
  ) { sandbox in
    try await pin.prepare(sandbox)
    try await sandbox.registry(pin.arguments)
    try sandbox.change("Menu")
  }

  static let release = WritingVerb(
    testDescription: "release",
    arguments: ["release"],
    files: bump.files.union(["Registry/releases/Kitchen.jsonl"])
  ) { sandbox in
    try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
    try sandbox.commitAll("Depend on the menu")
    try await sandbox.registry("release")
    try sandbox.change("Menu", "feat!: list drinks")
  }

  /// The branch has an earlier release commit.
  static let releaseBranch = WritingVerb(
    testDescription: "release on a branch",
    arguments: ["release", "--branch", "proposal"],
    files: []
  ) { sandbox in
    try await release.prepare(sandbox)
    try await sandbox.registry("release", "--branch", "proposal")
    try sandbox.change("Menu", "feat: list dishes")
  }

  /// The branch does not exist yet.
  static let bumpBranch = WritingVerb(
    testDescription: "bump on a new branch",
    arguments: ["bump", "Menu", "1.1.0", "--branch", "proposal"],
    files: [],
    prepare: bump.prepare
  )

  /// The repository has no manifest yet.
  static let initialize = WritingVerb(
    testDescription: "first init",
    arguments: ["init", "--scope", "cookr"],
    files: ["Registry/manifest.json"]
  ) { sandbox in
    try sandbox.git("rm", "-q", "-r", "Registry")
    try sandbox.git("commit", "-q", "-m", "Remove the registry")
  }

  /// The version is written into a source and into a file of the root.
  static let groupRelease = WritingVerb(
    testDescription: "release of a group",
    arguments: ["release", "shop=1.1.0"],
    files: release.files.union(["Components/Menu/Sources/Menu/Version.swift", "VERSION"])
  ) { sandbox in
    try sandbox.write("let version = \"0.0.0\"\n", to: "Components/Menu/Sources/Menu/Version.swift")
    try sandbox.write("0.0.0\n", to: "VERSION")
    try sandbox.groupComponents(
      #"{ "path": "Sources/Menu/Version.swift", "pattern": "\"{version}\"" }"#,
      #"{ "path": "/VERSION", "pattern": "{version}" }"#
    )
    try await sandbox.registry("release", "shop=1.0.0")
    try sandbox.change("Menu", "feat: list drinks")
  }

  static let move = WritingVerb(
    testDescription: "move",
    arguments: ["move", "Menu", "Libraries/Menu"],
    files: [
      "Components/Kitchen/Package.swift", "Components/Menu/Package.swift",
      "Components/Menu/Sources/Menu/Menu.swift", "Libraries/Menu/Package.swift",
      "Libraries/Menu/Sources/Menu/Menu.swift", "Registry/manifest.json",
    ]
  ) { sandbox in
    try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
    try sandbox.commitAll("Depend on the menu")
  }

  static let new = WritingVerb(
    testDescription: "new",
    arguments: ["new", "Cellar"],
    files: [
      "Components/Cellar/Package.swift", "Components/Cellar/README.md",
      "Components/Cellar/Sources/Cellar/Greeting.swift",
      "Components/Cellar/Tests/CellarTests/GreetingTests.swift", "Registry/manifest.json",
    ]
  ) { _ in }

  /// The release was made without a signature.
  static let sign = WritingVerb(
    testDescription: "sign",
    arguments: ["sign", "Menu", "1.0.0"],
    files: ["Registry/signatures/Menu/"]
  ) { sandbox in
    try await sandbox.registry("bump", "Menu", "1.0.0")
    try sandbox.shell(SignedReleaseTests.certificates)
    try SignedReleaseTests().configure(sandbox, "ada")
  }

  static let all = [
    bump, notedBump, firstBump, bumpBranch, release, releaseBranch, groupRelease, yank, undo, tags,
    pin,
    snapshot, move, new, initialize, sign,
  ]

  /// One of each kind: releases with tags, on a branch alone, what goes back, and files of the folder.
  static let some = Sweep.isTorture ? all : [bump, releaseBranch, undo, move]

  /// The release of ``bump``, written in the order that is not safe.
  static let naiveBump = WritingVerb(
    testDescription: "naive bump",
    arguments: bump.arguments,
    files: bump.files,
    program: "naive-bump",
    prepare: bump.prepare
  )

  /// Whether it releases on a branch that is not checked out.
  var hasBranch: Bool { arguments.contains("--branch") }

  /// What was taken back cannot be taken back again.
  var isRepeatable: Bool { arguments.first != "undo" }
}

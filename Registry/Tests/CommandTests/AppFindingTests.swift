import Foundation
import ProgramTesting
import Testing

/// What `init` and `lint` say of apps that cannot be built from what is committed, or not from pins.
struct AppFindingTests {
  private static let app = [
    "apps/Waiter/Package.swift": Sandbox.manifest(
      "Waiter",
      """
        dependencies: [
          .package(path: "../../Kitchen"),
          .package(path: "../../Nowhere"),
          .package(path: "../../../Outside"),
          .package(path: "Local"),
        ],
        targets: [.executableTarget(name: "waiter", dependencies: ["Kitchen"])]
      """
    ),
    "apps/Waiter/Sources/waiter/main.swift": "print(1)\n",
  ]

  @Test func `init warns of dependencies of an app that are not committed, with their places`()
    async throws
  {
    try await Sandbox.withForeign(Sandbox.library("Kitchen") + Self.app) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      let findings = """
        warning: app-dependency (3)
          apps/Waiter/Package.swift:8:5: 'Waiter' depends on the package at '../../Nowhere', where no \
        folder is committed
          apps/Waiter/Package.swift:9:5: 'Waiter' depends on the package at '../../../Outside', which \
        is outside of the repository
          apps/Waiter/Package.swift:10:5: 'Waiter' depends on the package at 'Local', where no folder \
        is committed
          help: builds from pins contain only what is committed: commit that package to this \
        repository, or depend on a version of it by URL

        """
      #expect(run.output.contains(findings), "\(run.output)")
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(
          #""path": "apps/Waiter","#,
          with: #""localFiles": ["apps/Waiter/Local"], "path": "apps/Waiter","#
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Bring a local package")
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 0)
      #expect(lint.output.contains("warning: app-dependency (2)"))
      #expect(!lint.output.contains("'Local'"))
    }
  }

  @Test func `a submodule that an app depends on is said to be one`() async throws {
    try await Sandbox.withForeign(Sandbox.library("Kitchen") + Self.app) { sandbox in
      let commit = String(repeating: "1", count: 40)
      try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(commit),Nowhere")
      try sandbox.git("commit", "-q", "-m", "Add a submodule")
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output.contains(
          "at '../../Nowhere', which is in the submodule 'Nowhere', whose commit this clone does not"
            + " have\n  help: get it with 'git submodule update --init --recursive'\n"
        ),
        "\(run.output)"
      )
    }
  }

  @Test func `lint reports a tree that git cannot check out as an error only if there is an app`()
    async throws
  {
    try await Sandbox.withForeign(Sandbox.library("Kitchen")) { sandbox in
      try sandbox.commitTrap()
      #expect(try await sandbox.registry("init").status == 0)
      #expect(try await sandbox.registry("lint").status == 0)
      for (file, content) in Self.app { try sandbox.write(content, to: file) }
      try sandbox.git("add", "apps")
      try sandbox.git("commit", "-q", "-m", "Add an app")
      #expect(try await sandbox.registry("init").status == 0)
      try sandbox.commitTrap()
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
      #expect(lint.output.contains("error: hostile-tree (1)"), "\(lint.output)")
      let sync = try await sandbox.registry("sync")
      #expect(sync.status == 1)
    }
  }

  @Test func `odd file names that git checks out stop no command outside of components`()
    async throws
  {
    try await Sandbox.withForeign(Sandbox.library("Kitchen") + Self.app) { sandbox in
      try sandbox.shell(
        #"""
        cd repository
        mkdir docs
        touch docs/'f(_:)' docs/'f(_:x:)' docs/'a\b' docs/$'a\xe9' docs/README docs/readme
        ln -s /etc/hosts docs/hosts
        ln -s loop docs/loop
        """#
      )
      try sandbox.commitAll("Add files of odd names")
      for arguments in [["init"], ["lint"], ["release"], ["sync"], ["verify"], ["status"]] {
        let run = try await sandbox.run("registry", arguments)
        #expect(run.status == 0, "\(arguments): \(run.output)\(run.error)")
      }
    }
  }

  @Test func `pins that come to no releases, and apps without a folder, are errors`() async throws {
    try await Sandbox.withForeign(Sandbox.library("Kitchen") + Self.app) { sandbox in
      #expect(try await sandbox.registry("init").status == 0)
      #expect(try await sandbox.registry("release").status == 0)
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(#""pins": {}"#, with: #""pins": { "Kitchen": "3.0.0" }"#),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Pin what is not there")
      let pins = try await sandbox.registry("lint")
      #expect(pins.status == 1)
      #expect(
        pins.output.contains("no release of 'Kitchen' meets the pin '3.0.0' of 'Waiter'"),
        "\(pins.output)"
      )
      try sandbox.write(
        manifest.replacing("apps/Waiter", with: "apps/Gone"),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Move the app on paper")
      let folder = try await sandbox.registry("lint")
      #expect(folder.status == 1)
      #expect(
        folder.output.contains(
          "'Waiter' is built from the folder 'apps/Gone', which is not committed"
        ),
        "\(folder.output)"
      )
    }
  }
}

extension Sandbox {
  /// Commits a file that every git refuses to check out.
  fileprivate func commitTrap() throws {
    try shell(
      #"""
      cd repository
      content=$(echo trap | git hash-object -w --stdin)
      root=$(
        { git ls-tree HEAD; printf '100644 blob %s\t.git\n' "$content"; } | sort -u | git mktree
      )
      git update-ref HEAD "$(git commit-tree -p HEAD -m 'Commit a trap' "$root")"
      """#
    )
  }
}

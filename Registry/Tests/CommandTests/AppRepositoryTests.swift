import Foundation
import ProgramTesting
import Testing

/// What repositories of apps have that no publisher's has.
struct AppRepositoryTests {
  private static let pointer = """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 12345

    """

  @Test func `a path into a submodule is named as such`() async throws {
    try await Sandbox.withForeign(
      Sandbox.library("Components/Menu", dependsOn: ["../../Vendor/Kit", "../../Vendor/Other/Sub"])
    ) { sandbox in
      let commit = try sandbox.git("rev-parse", "HEAD")
      for path in ["Vendor/Kit", "Vendor/Other"] {
        try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(commit),\(path)")
      }
      try sandbox.git("commit", "-q", "-m", "Add submodules")
      try await sandbox.registry("init", "--release", "internal")
      let lint = try await sandbox.registry("lint")
      #expect(
        lint.output.contains(
          """
          'Menu' depends on the package at 'Vendor/Kit', which is in the submodule 'Vendor/Kit':\
           its files are not in this repository
          """
        ),
        "\(lint.output)"
      )
      #expect(lint.output.contains("which is in the submodule 'Vendor/Other'"))
      #expect(!lint.output.contains("list it under"))
      // An internal release is built beside the submodule.
      #expect(lint.status == 0)
      #expect(
        lint.output.hasPrefix(
          "before internal components can be published:\nnote: dependency-no-component (2)\n"
        ),
        "\(lint.output)"
      )
      let manifest = try sandbox.read("Registry/manifest.json")
        .replacing("Components/Menu", with: "Vendor/Kit/Menu")
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.git("commit", "-q", "-m", "Change", "Registry/manifest.json")
      let below = try await sandbox.registry("lint")
      #expect(
        below.output.contains(
          "'Vendor/Kit' is a submodule, whose files are not in this repository"
        ),
        "\(below.output)"
      )
    }
  }

  @Test func `pointers of Git LFS prevent no internal release, and none below tests`() async throws
  {
    var files = Sandbox.library("Components/Menu") + Sandbox.library("Components/Table")
    files["Components/Menu/Package.swift"]?.replace(
      "targets: [",
      with: "targets: [.testTarget(name: \"MenuTests\", dependencies: [\"Menu\"]), "
    )
    files["Components/Menu/Tests/MenuTests/picture.png"] = Self.pointer
    files["Components/Table/picture.png"] = Self.pointer
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "public")
      let lint = try await sandbox.registry("lint")
      #expect(
        lint.output.matches(of: #/'(\S+)' is a Git LFS pointer/#).map(\.output.1) == [
          "picture.png"
        ],
        "\(lint.output)"
      )
      let manifest = try sandbox.read("Registry/manifest.json")
        .replacing("\"schema\"", with: "\"release\": \"internal\",\n  \"schema\"")
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll()
      let after = try await sandbox.registry("lint")
      #expect(after.status == 0)
      #expect(after.output.hasSuffix("checked 2 components: no findings; 1 before publishing\n"))
    }
  }

  @Test func `init keeps packages excluded that an earlier run excluded`() async throws {
    let files =
      Sandbox.library("Components/Menu") + Sandbox.library("Examples/Demo")
      + ["App/Package.swift": Sandbox.manifest("App", "  products: []")]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--exclude", "Examples")
      #expect(
        try sandbox.read("Registry/manifest.json").contains("\n  \"exclude\": [\"Examples\"],\n")
      )
      let again = try await sandbox.registry("init")
      #expect(
        again.output.contains("lists all packages: 1 component and 0 apps"),
        "\(again.output)"
      )
      // Neither what is excluded nor what declares nothing is named again.
      #expect(try await sandbox.registry("status").error == "")
      try await sandbox.registry("init", "--exclude", "Components/T*")
      #expect(
        try sandbox.read("Registry/manifest.json")
          .contains("\"exclude\": [\"Examples\", \"Components/T*\"]")
      )
    }
  }

  @Test func `folders of one name get the names of those above, and no others do`() async throws {
    let folders = ["A/Menu", "B/Menu", "C/a/menu", "D/a/menu", "A/Soup", "Salad"]
    let files = folders.reduce(into: [:]) { $0.merge(Sandbox.library($1)) { $1 } }
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      let listed = try await sandbox.registry("status", "--json")
      for name in ["A-Menu", "B-Menu", "C-a-menu", "D-a-menu", "Salad", "Soup"] {
        #expect(listed.output.contains("\"\(name)\""), "\(listed.output)")
      }
      // What is listed keeps its name.
      try sandbox.add(Sandbox.library("B/Soup"))
      let again = try await sandbox.registry("init")
      #expect(again.output.contains("B-Soup"), "\(again.output)\(again.error)")
    }
  }

  @Test func `packages of one name are all named at once, with ways out that work`() async throws {
    let folders = ["A/Menu", "B/Menu", "C/menu", "A/Soup", "B/Soup"]
    let files = folders.reduce(into: [:]) { $0.merge(Sandbox.library($1)) { $1 } }
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--name-from", "package")
      #expect(
        run.error == """
          error: the packages 'A/Menu' and 'B/Menu' and 'C/menu' have the same name 'Menu'; the\
           packages 'A/Soup' and 'B/Soup' have the same name 'Soup'
          help: take the names of the folders with '--name-from folder', or list only the\
           first of each: 'registry init --exclude /B/Menu --exclude /C/menu --exclude /B/Soup'

          """
      )
      let paths = try await sandbox.registry("init", "--name-from", "path", "--dry-run")
      #expect(paths.output.contains("A (2): A-Menu, A-Soup"), "\(paths.output)\(paths.error)")
      let excluded = try await sandbox.registry(
        "init",
        "--exclude",
        "/B/Menu",
        "--exclude",
        "/C/menu",
        "--exclude",
        "/B/Soup"
      )
      #expect(excluded.output.contains("lists 2 components"), "\(excluded.output)\(excluded.error)")
    }
  }

  @Test(arguments: ["../Table", "file:///tmp/Table", "/tmp/Table"])
  func `a URL that is a place on one machine is said`(url: String) async throws {
    var files = Sandbox.library("Components/Menu")
    files["Components/Menu/Package.swift"]?.replace(
      "targets: [",
      with: "dependencies: [.package(url: \"\(url)\", from: \"1.0.0\")],\n  targets: ["
    )
    files["Components/Menu/Package.swift"] = files["Components/Menu/Package.swift"]?
      .replacing("dependencies: [],", with: "")
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--release", "public")
      #expect(
        run.output.contains(
          "'\(url)' is a place on one machine, which clients of a release do not"
        ),
        "\(run.output)\(run.error)"
      )
      #expect(run.output.contains("error: local-url"))
    }
  }

  @Test func `folders that git ignores are named before files get lost`() async throws {
    let files = Sandbox.library("Components/Menu") + [".gitignore": "/Packages\n.build/\n"]
    try await Sandbox.withForeign(files) { sandbox in
      for folder in ["Packages/Table", ".build/checkouts/x"] {
        for (file, content) in Sandbox.library(folder) { try sandbox.write(content, to: file) }
      }
      let run = try await sandbox.registry("init")
      #expect(
        run.output.contains(
          """
          left out
            ignored by git (1): Packages
            help: 'git check-ignore -v Packages' names the line of .gitignore: to list these packages, \
          remove it, and commit them

          """
        ),
        "\(run.output)"
      )
      let new = try await sandbox.registry("new", "Cellar", "--path", "Packages/Cellar")
      #expect(
        new.error == """
          note: git ignores the folder 'Packages/Cellar': files that are added there later are not\
           committed unless '.gitignore' changes, or the component moves

          """
      )
    }
  }

  @Test func `init advises to commit the packages when git ignores all of them`() async throws {
    let package = Sandbox.library("Packages/Table")
    let app = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "shop", targets: [.executableTarget(name: "shop")])

      """
    try await Sandbox.withForeign([".gitignore": "/Packages\n"]) { sandbox in
      for (file, content) in package { try sandbox.write(content, to: file) }
      let none = try await sandbox.registry("init")
      #expect(none.status == 1)
      #expect(
        none.error == """
          error: the newest commit has no package that can be a component, and git ignores the \
          packages in 'Packages'
          help: 'git check-ignore -v Packages' names the line of .gitignore: to list these packages, \
          remove it, and commit them

          """
      )
      try sandbox.write(app, to: "Package.swift")
      try sandbox.write("print(1)\n", to: "Sources/shop/main.swift")
      try sandbox.commitAll()
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.hasSuffix("\nnext: commit the packages in 'Packages', then registry init\n"),
        "\(run.output)"
      )
    }
  }
}

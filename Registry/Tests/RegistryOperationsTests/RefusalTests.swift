import Foundation
import Git
import RegistryOperations
import ScratchMonorepos
import ScratchRepositories
import Testing
import Versioning

/// A way to ask for a release that is refused, and the code of the refusal.
enum Refusal: String, CaseIterable, Sendable {
  case unknownComponent = "unknown-component"
  case versionTaken = "version-taken"
  case versionNotGreater = "version-not-greater"
  case uncommittedChanges = "uncommitted-changes"
  case untrackedFile
  case editedManifest
  case untrackedChangelog
  case nothingChanged = "nothing-changed"
  case dependencyNoComponent = "dependency-no-component"
  case dependencyUnreleased = "dependency-unreleased"
  case dependencyChanged
  case requirementUnmet = "requirement-unmet"
  case folderIsLink = "folder-is-link"
  case notAFolder = "not-a-folder"
  case noPackage = "no-package"
  case hostileTree = "hostile-tree"
  case submodule = "submodule-needed"
  case collision
  case leavingLink = "link-leaves-folder"
  case detachedHead = "detached-head"
  case operationInProgress = "operation-in-progress"
  case tagExists = "tag-exists"
  case tagIsFolder
  case noIdentity = "no-identity"

  var code: String {
    switch self {
    case .untrackedFile, .editedManifest, .untrackedChangelog: Self.uncommittedChanges.rawValue
    case .dependencyChanged: Self.dependencyUnreleased.rawValue
    case .collision: Self.hostileTree.rawValue
    case .tagIsFolder: Self.tagExists.rawValue
    default: rawValue
    }
  }

  /// Brings the repository about, in which Menu 1.0.0 is released and Kitchen is not; returns what
  /// to ask for.
  func arrange(_ scratch: Scratch) throws -> (String, String) {
    switch self {
    case .unknownComponent: return ("Menus", "1.0.0")
    case .versionTaken:
      try scratch.change("Menu")
      return ("Menu", "1.0.0")
    case .versionNotGreater:
      try scratch.change("Menu")
      return ("Menu", "1.0.0-rc.1")
    case .uncommittedChanges:
      try scratch.write("// edited\n", to: "Components/Kitchen/Package.swift")
    case .untrackedFile: try scratch.write("new", to: "Components/Kitchen/New.swift")
    case .editedManifest:
      try scratch.write(
        scratch.read("Registry/manifest.json") + "\n",
        to: "Registry/manifest.json"
      )
    case .untrackedChangelog:
      try scratch.git("rm", "-q", "CHANGELOG.md")
      try scratch.git("commit", "-q", "-m", "Remove the changelog")
      try scratch.write("mine", to: "CHANGELOG.md")
    case .nothingChanged: return ("Menu", "1.0.1")
    case .dependencyNoComponent:
      try scratch.writePackage("Kitchen", dependsOn: ["../Pantry"])
      try scratch.commitAll()
    case .dependencyUnreleased:
      try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
      try scratch.commitAll()
      return ("Menu", "1.1.0")
    case .dependencyChanged:
      try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
      try scratch.change("Menu")
    case .requirementUnmet:
      try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
      let manifest = try scratch.read("Registry/manifest.json")
      try scratch.write(
        manifest.replacing(
          "\"path\": \"Components/Kitchen\"",
          with: "\"path\": \"Components/Kitchen\", \"requires\": { \"Menu\": \"0.9.0\" }"
        ),
        to: "Registry/manifest.json"
      )
      try scratch.commitAll()
    case .folderIsLink:
      try scratch.git("rm", "-q", "-r", "Components/Kitchen")
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/Components/Kitchen",
        withDestinationPath: "Menu"
      )
      try scratch.commitAll()
    case .notAFolder:
      try scratch.git("rm", "-q", "-r", "Components/Kitchen")
      try scratch.git("commit", "-q", "-m", "Remove the kitchen")
    case .noPackage:
      try scratch.git("rm", "-q", "Components/Kitchen/Package.swift")
      try scratch.git("commit", "-q", "-m", "Remove the manifest")
    case .hostileTree: try commitTree(named: ".GIT", in: scratch)
    case .submodule:
      let head = try scratch.git("rev-parse", "HEAD")
      try scratch.git(
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,\(head),Components/Kitchen/Sources/Kitchen/Other"
      )
      try scratch.git("commit", "-q", "-m", "Add a submodule")
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/Components/Kitchen/Sources/Kitchen/Other",
        withIntermediateDirectories: true
      )
    case .collision: try commitTree(named: "package.swift", in: scratch)
    case .leavingLink:
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/Components/Kitchen/link",
        withDestinationPath: "../missing"
      )
      try scratch.commitAll()
    case .detachedHead: try scratch.git("checkout", "-q", "--detach")
    case .operationInProgress:
      let head = try scratch.git("rev-parse", "HEAD")
      try scratch.write(head + "\n", to: ".git/MERGE_HEAD")
    case .tagExists: try scratch.git("tag", "Kitchen/1.0.0")
    case .tagIsFolder: try scratch.git("tag", "Kitchen")
    case .noIdentity: try scratch.git("config", "--unset", "user.email")
    }
    return ("Kitchen", "1.0.0")
  }

  /// Commits a file in Kitchen's folder of a name that no git would add.
  private func commitTree(named name: String, in scratch: Scratch) throws {
    let blob = try scratch.git("rev-parse", "HEAD:Components/Kitchen/Package.swift")
    func tree(of path: String, replacing line: (String) -> String) throws -> String {
      let lines = try scratch.git("ls-tree", "HEAD:\(path)").split(separator: "\n")
      return lines.map { line(String($0)) }.joined(separator: "\n") + "\n"
    }
    func make(_ text: String) throws -> String {
      try scratch.git(["mktree"], input: Array(text.utf8))
    }
    let kitchen = try make(
      tree(of: "Components/Kitchen") { $0 } + "100644 blob \(blob)\t\(name)\n"
    )
    let components = try make(
      tree(of: "Components") { line in
        line.hasSuffix("\tKitchen") ? "040000 tree \(kitchen)\tKitchen" : line
      }
    )
    let root = try make(
      tree(of: "") { $0.hasSuffix("\tComponents") ? "040000 tree \(components)\tComponents" : $0 }
    )
    let commit = try scratch.git("commit-tree", root, "-p", "HEAD", "-m", "Add a trap")
    try scratch.git("update-ref", "refs/heads/main", commit)
  }
}

@Suite(.scratchRepository)
struct RefusalTests {
  @Test(arguments: Refusal.allCases)
  func `a refusal leaves every byte as it was`(_ refusal: Refusal) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let (name, version) = try refusal.arrange(scratch)
    let before = try scratch.everything()
    #expect(code { try scratch.bump(name, version) } == refusal.code)
    #expect(try scratch.everything() == before)
  }

  @Test func `a refusal in a repository that was never written to leaves no lock file`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let before = try scratch.everything()
    #expect(code { try scratch.bump("Menus", "1.0.0") } == "unknown-component")
    #expect(try scratch.everything() == before)
  }

  @Test func `a branch without a commit is said to be one`() throws {
    let scratch = Scratch.current
    try scratch.writeManifest(["Menu"])
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "unborn-branch")
  }

  @Test func `a shallow clone and a bare one are said to be that`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.change("Menu")
    for (option, expected) in [("--depth=1", "shallow-clone"), ("--bare", "bare-repository")] {
      let clone = scratch.folder + "/clone" + option
      try scratch.git("clone", "-q", option, "file://" + scratch.path, clone)
      let workspace = try Workspace(directory: clone)
      let bump = Bump(
        component: "Menu",
        version: .step(.major),
        context: .test()
      )
      #expect(code { _ = try bump.run(in: workspace) } == expected)
    }
  }

  @Test(arguments: ["2.4", "v2.4.0", "02.4.0", "2.4.0-", ""])
  func `what is no version is refused`(_ text: String) {
    #expect(
      code { _ = try VersionChoice(version: text, part: nil, prerelease: nil) } == "invalid-version"
    )
  }

  @Test func `an unknown component suggests the nearest`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let error = #expect(throws: OperationError.self) { try scratch.bump("Kitchn", "1.0.0") }
    #expect(
      error?.description == "unknown component 'Kitchn'\nhelp: did you mean 'Kitchen'?"
    )
  }
}

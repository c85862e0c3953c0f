import Base
import Git
import Mirror
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Branches of components' repositories that follow those of the monorepo.
@Suite(.scratchRepository, .serialized)
struct MirrorBranchTests {
  let scratch = Scratch.current

  /// Both kinds of place are the same folder of repositories.
  enum Kind: CaseIterable {
    case folder
    case remote
  }

  var folder: String { scratch.folder + "/server" }

  @discardableResult
  func mirror(
    _ branches: String...,
    to kind: Kind = .folder,
    in place: String? = nil,
    from repository: String? = nil,
    names: [String] = [],
    isForced: Bool = false,
    isDryRun: Bool = false
  ) throws -> MirrorReleases.Result {
    var options = MirrorReleases.Options(base: "https://git.example.com/mirror")
    options.isForced = isForced
    options.branches = branches.map(MirroredBranch.init)
    let folder = place ?? folder
    let mirror = MirrorReleases(
      names,
      to: try MirrorTarget(kind == .folder ? folder : "file://" + folder),
      options: options,
      context: .test()
    )
    let workspace = try Workspace(directory: repository ?? scratch.path)
    return try isDryRun ? mirror.preview(in: workspace) : mirror.run(in: workspace)
  }

  @discardableResult
  func git(_ name: String, _ arguments: String..., in place: String? = nil) throws -> String {
    try scratch.git(["--git-dir", "\(place ?? folder)/\(name).git"] + arguments)
  }

  func subjects(_ name: String, _ revision: String = "main") throws -> [String] {
    try git(name, "log", "--topo-order", "--format=%s", revision).split(separator: "\n")
      .map(String.init)
  }

  func references(_ name: String, in place: String? = nil) throws -> [String] {
    try git(name, "for-each-ref", "--format=%(refname) %(objectname)", in: place)
      .split(separator: "\n").map(String.init)
  }

  func makeRepositories(_ names: String...) throws {
    for name in names {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(folder)/\(name).git")
    }
  }

  func words(_ result: MirrorReleases.Result) -> [String] {
    result.branches.map { "\($0.name) \($0.branch.target) \($0.commits)" }
      + result.failures.map(\.error.message)
  }

  @Test(arguments: Kind.allCases)
  func `each commit that changed a component is one of its repository`(_ kind: Kind) throws {
    try scratch.makeMonorepo()
    try makeRepositories("Menu", "Kitchen")
    try scratch.change("Menu", "Cook\n\nWith salt.")
    try scratch.change("Kitchen", "Clean")
    try scratch.git("switch", "-q", "-c", "side", "HEAD~2")
    try scratch.write("// salt\n", to: "Components/Menu/Sources/Menu/Season.swift")
    try scratch.commitAll("Season")
    try scratch.git("switch", "-q", "main")
    try scratch.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 2", "Menu main 4"])
    #expect(try subjects("Menu") == ["Merge side", "Season", "Cook", "Add the packages"])
    #expect(try subjects("Kitchen") == ["Clean", "Add the packages"])
    let form = "--format=%an %ae %ad %cn %cd%n%B"
    #expect(
      try git("Menu", "log", "-1", form, "main^1")
        == scratch.git("log", "-1", form, "main~2")
    )
    #expect(
      try git("Menu", "rev-parse", "main^{tree}")
        == scratch.git("rev-parse", "main:Components/Menu")
    )
    for name in ["Menu", "Kitchen"] { try git(name, "fsck", "--strict", "--full") }

    // Nothing is there to do, and then one commit, which another clone would make, too.
    let before = try references("Menu")
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 0", "Menu main 0"])
    #expect(try references("Menu") == before)
    try scratch.change("Menu", "Serve")
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--no-tags", ".", clone)
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 0", "Menu main 1"])
    let other = scratch.folder + "/other"
    try mirror("main", in: other, from: clone)
    #expect(try references("Menu", in: other) == references("Menu"))
    #expect(
      try references("Menu")
        == [
          "refs/heads/main \(git("Menu", "rev-parse", "main"))",
          "refs/mirrored/main/at/\(scratch.git("rev-parse", "main"))"
            + " \(git("Menu", "rev-parse", "main"))",
        ]
    )
  }

  @Test func `a dry run writes nothing and says what would be`() throws {
    try scratch.makeMonorepo(["Menu"])
    #expect(words(try mirror("main", isDryRun: true)) == ["Menu main 1"])
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `components depend on each other's branches from the commit that lists them`() throws {
    try scratch.writePackage("Kitchen")
    try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
    try scratch.commitAll("Add the packages")
    try scratch.writeManifest(["Menu", "Kitchen"])
    try scratch.commitAll("Adopt the registry")
    try scratch.git("branch", "1.x")
    try mirror("main", "1.x=release/1.x")
    #expect(try subjects("Menu") == ["Adopt the registry", "Add the packages"])
    #expect(try subjects("Kitchen") == ["Add the packages"])
    #expect(try git("Menu", "show", "main^:Package.swift").contains("path: \"../Kitchen\""))
    for branch in ["main", "release/1.x"] {
      let manifest = try git("Menu", "show", "\(branch):Package.swift")
      #expect(
        manifest.contains(
          ".package(url: \"https://git.example.com/mirror/Kitchen.git\", branch: \"\(branch)\")"
        ),
        "\(manifest)"
      )
    }
  }

  @Test func `a component that moves takes its history with it, and its branch goes on`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.change("Menu", "Cook")
    try mirror("main")
    let before = try git("Menu", "rev-parse", "main")
    try scratch.git("mv", "Components/Menu", "Menu")
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing("Components/Menu", with: "Menu"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Move the menu")
    try scratch.write("// more\n", to: "Menu/Sources/Menu/More.swift")
    try scratch.commitAll("Serve")
    #expect(words(try mirror("main")) == ["Menu main 1"])
    #expect(try git("Menu", "rev-parse", "main^") == before)
    let other = scratch.folder + "/other"
    try mirror("main", in: other)
    #expect(try references("Menu", in: other) == references("Menu"))
  }

  @Test(arguments: Kind.allCases)
  func `a mirror of releases gets the branch on top, and keeps its releases`(_ kind: Kind) throws {
    try scratch.makeApp()
    try makeRepositories("Menu", "Kitchen")
    try mirror(to: kind)
    let release = try git("Menu", "rev-parse", "main")
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 0", "Menu main 0"])
    #expect(try git("Menu", "rev-parse", "main") == release)
    try scratch.change("Menu", "Cook")
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 0", "Menu main 1"])
    #expect(try subjects("Menu") == ["Cook", "Menu 1.0.0"])
    #expect(try git("Menu", "rev-parse", "1.0.0") == release)

    // With the option or without it, a release is a tag alone from now on.
    let branch = try git("Menu", "rev-parse", "main")
    try scratch.bump("Menu", "1.1.0")
    let result = try mirror(to: kind)
    #expect(result.failures.map(\.error.message) == [])
    #expect(try git("Menu", "log", "-1", "--format=%s", "1.1.0") == "Menu 1.1.0")
    #expect(try git("Menu", "rev-parse", "main") == branch)
    try scratch.change("Menu", "Serve")
    #expect(words(try mirror("main", to: kind)) == ["Kitchen main 0", "Menu main 1"])
    #expect(words(try mirror(to: kind)) == [])
    for name in ["Menu", "Kitchen"] { try git(name, "fsck", "--strict", "--full") }
  }

  @Test(arguments: Kind.allCases)
  func `a branch with the files of a commit goes on from there`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepositories("Menu")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let first = try scratch.git("commit-tree", tree, "-m", "By hand")
    try scratch.git("push", "-q", "\(folder)/Menu.git", "\(first):refs/heads/main")
    try scratch.change("Menu", "Cook")
    let result = try mirror("main", to: kind)
    #expect(words(result) == ["Menu main 1"])
    #expect(result.branches.first?.start?.hex == first)
    #expect(try subjects("Menu") == ["Cook", "By hand"])
    // No other clone needs to be told.
    try scratch.change("Menu", "Serve")
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--no-tags", ".", clone)
    #expect(words(try mirror("main", to: kind, from: clone)) == ["Menu main 1"])
    #expect(try subjects("Menu") == ["Serve", "Cook", "By hand"])
    try git("Menu", "fsck", "--strict", "--full")
  }

  @Test func `a branch is read as the configuration of the monorepo says`() throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepositories("Menu")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let first = try scratch.git("commit-tree", tree, "-m", "By hand")
    try scratch.git("push", "-q", "\(folder)/Menu.git", "\(first):refs/heads/main")
    let address = "https://git.example.com/mirror"
    try scratch.git("config", "url.file://\(folder).insteadOf", address)
    try scratch.change("Menu", "Cook")
    var options = MirrorReleases.Options()
    options.branches = [MirroredBranch("main")]
    let result = try MirrorReleases(to: MirrorTarget(address), options: options, context: .test())
      .run(in: scratch.workspace())
    #expect(words(result) == ["Menu main 1"])
    #expect(try subjects("Menu") == ["Cook", "By hand"])
  }

  @Test func `a branch with other files is refused, and replaced by force`() throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepositories("Menu")
    let tree = try scratch.git("rev-parse", "HEAD:Registry")
    let first = try scratch.git("commit-tree", tree, "-m", "By hand")
    try scratch.git("push", "-q", "\(folder)/Menu.git", "\(first):refs/heads/main")
    #expect(
      words(try mirror("main"))
        == [
          "the repository of 'Menu' has a branch 'main' that is not from this"
            + " mirror: the files of its commit '\(first)' are those of no commit of 'main'"
        ]
    )
    #expect(try git("Menu", "rev-parse", "main") == first)
    #expect(words(try mirror("main", isForced: true)) == ["Menu main 1"])
    #expect(words(try mirror("main")) == ["Menu main 0"])
  }

  @Test(arguments: Kind.allCases)
  func `a commit of someone else is named, and replaced by force`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepositories("Menu")
    try mirror("main", to: kind)
    let tree = try git("Menu", "rev-parse", "main^{tree}")
    let other = try git("Menu", "commit-tree", tree, "-p", "main", "-m", "Fix a typo")
    try git("Menu", "update-ref", "refs/heads/main", other)
    try scratch.change("Menu", "Cook")
    #expect(
      words(try mirror("main", to: kind))
        == [
          "the repository of 'Menu' was changed by someone else: its 'main' is at"
            + " '\(other)' ('Fix a typo' by Ada), which is not from this mirror"
        ]
    )
    #expect(try git("Menu", "rev-parse", "main") == other)
    #expect(words(try mirror("main", to: kind, isForced: true)) == ["Menu main 1"])
    #expect(try subjects("Menu") == ["Cook", "Add the packages"])
  }

  @Test func `a branch that was rewritten is refused, and replaced by force`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.change("Menu", "Cook")
    try mirror("main")
    let before = try scratch.git("rev-parse", "main")
    try scratch.git("reset", "-q", "--hard", "HEAD~1")
    // As a clone that is not up to date: what is there is newer, and stays.
    let result = try mirror("main")
    #expect(result.branches.map(\.isBehind) == [true])
    #expect(try subjects("Menu") == ["Cook", "Add the packages"])
    try scratch.change("Menu", "Bake")
    #expect(
      words(try mirror("main"))
        == [
          "'main' was rewritten: the repository of 'Menu' has the commit"
            + " '\(before)', which the branch does not have any more"
        ]
    )
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--single-branch", "file://\(scratch.path)", clone)
    #expect(
      words(try mirror("main", from: clone))
        == [
          "the repository of 'Menu' has the commit '\(before)' of 'main', which"
            + " this clone does not have"
        ]
    )
    #expect(words(try mirror("main", isForced: true)) == ["Menu main 2"])
    #expect(try subjects("Menu") == ["Bake", "Add the packages"])
    #expect(try references("Menu").count == 2)
  }

  @Test func `a run that was killed, or whose marks were refused, is gone on with`() throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepositories("Menu")
    let hook = "\(folder)/Menu.git/hooks/update"
    try Data("#!/bin/sh\ncase $1 in refs/mirrored/*) exit 1 ;; esac\n".utf8)
      .write(to: URL(filePath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let result = try mirror("main", to: .remote)
    #expect(result.failures.map(\.error.code) == [.pushRefused])
    #expect(try subjects("Menu") == ["Add the packages"])
    try FileManager.default.removeItem(atPath: hook)
    #expect(words(try mirror("main", to: .remote)) == ["Menu main 0"])
    #expect(try references("Menu").count == 2)
    try scratch.change("Menu", "Cook")
    #expect(words(try mirror("main", to: .remote)) == ["Menu main 1"])
  }

  @Test func `what cannot be built elsewhere is refused until it can`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.writePackage("Kitchen")
    try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
    try scratch.commitAll("Use the kitchen")
    #expect(
      words(try mirror("main"))
        == [
          "'Menu' depends on 'Components/Kitchen', which is not a component, so no"
            + " repository has it"
        ]
    )
    try scratch.writeManifest(["Menu", "Kitchen"])
    try scratch.commitAll("Add the kitchen")
    #expect(words(try mirror("main")) == ["Kitchen main 1", "Menu main 3"])
  }

  @Test func `only the components that are asked for are mirrored`() throws {
    try scratch.makeMonorepo()
    #expect(words(try mirror("main", names: ["Menu"])) == ["Menu main 1"])
    #expect(!FileManager.default.fileExists(atPath: folder + "/Kitchen.git"))
  }

  @Test func `a branch is that of the remote where the clone has no other`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.git("branch", "1.x")
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", ".", clone)
    #expect(words(try mirror("1.x", from: clone)) == ["Menu 1.x 1"])
  }

  @Test func `a branch that cannot be mirrored is refused before anything is written`() throws {
    try scratch.makeMonorepo(["Menu"])
    func refusal(_ branches: String...) throws -> String? {
      var options = MirrorReleases.Options(base: "https://git.example.com/mirror")
      options.branches = branches.map(MirroredBranch.init)
      do {
        _ = try MirrorReleases(to: MirrorTarget(folder), options: options, context: .test())
          .run(in: scratch.workspace())
        return nil
      } catch let error as OperationError {
        return "\(error.code.rawValue): \(error.message)"
      }
    }
    #expect(
      try refusal("none") == "unknown-branch: the repository has no branch 'none'"
    )
    #expect(try refusal("") == "invalid-branch: invalid branch name ''")
    #expect(try refusal("main=a b") == "invalid-branch: invalid branch name 'a b'")
    #expect(try refusal("main=a\"b") == "invalid-branch: invalid branch name 'a\"b'")
    try scratch.git("branch", "1.x")
    #expect(
      try refusal("main", "1.x=main")
        == "invalid-branch: the branches 'main' and '1.x' have the same branch 'main' in the mirrored"
        + " repositories"
    )
    try scratch.change("Menu", "Cook")
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--depth=1", "file://\(scratch.path)", clone)
    let shallow = #expect(throws: OperationError.self) { try mirror("main", from: clone) }
    #expect(shallow?.code == .shallowClone)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}

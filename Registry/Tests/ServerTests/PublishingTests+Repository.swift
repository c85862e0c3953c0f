import Base
import Git
import Model
import Registration
import Releases
import Reports
import Server
import Sharing
import Versions
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

extension PublishingTests {
  @Test func `publishing replaces a component released in this repository only with permission`()
    async throws
  {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    publication.files["Package.swift"] = Publication.manifest("Menu")
    (publication.name, publication.version) = ("menu", "1.1.0")
    let before = try scratch.everything()
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 403)
    #expect(
      answer.problem == """
        'Menu' is released in this repository, from the folder 'Components/Menu'; release it there \
        with 'registry bump Menu', or use a token that is created with '--replace'
        """
    )
    #expect(try scratch.everything() == before)
    // Nor under the name of a component that was removed, whose releases are still served.
    _ = try RemoveComponent("Menu", context: .test()).run(in: scratch.workspace())
    #expect(try await publication.send(to: served, token: token).status == 403)
    // What came by HTTP is replaced by HTTP.
    publication = Publication()
    #expect(try await publication.send(to: served, token: token).status == 201)
    publication.version = "1.1.0"
    #expect(try await publication.send(to: served, token: token).status == 201)
    // Until it is released here.
    try scratch.change("Soup")
    try scratch.bump("Soup", "1.2.0")
    publication.version = "1.3.0"
    #expect(try await publication.send(to: served, token: token).status == 403)
    let replacing = try scratch.token([.publish, .replace], named: "owner")
    #expect(try await publication.send(to: served, token: replacing).status == 201)
  }

  @Test func `further versions are published where components have files of the root`()
    async throws
  {
    try scratch.makeMonorepo()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write("MIT\n", to: "LICENSE")
    try scratch.write(
      manifest.replacing("\"components\"", with: "\"rootFiles\": [\"LICENSE\"],\n  \"components\""),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    let served = try Served()
    let token = try scratch.token()
    var soup = Publication()
    #expect(try await soup.send(to: served, token: token).status == 201)
    soup.version = "1.1.0"
    soup.files["Sources/Soup/Soup.swift"] = "public let soup = 2\n"
    #expect(try await soup.send(to: served, token: token).status == 201)
    // Nor does this repository release them again for these files.
    try scratch.git("reset", "--hard", "-q")
    let status = try Status(of: ["Soup"]).run(in: scratch.workspace())
    #expect(status.map(\.state) == [.unchanged])
    #expect(throws: OperationError.self) { try scratch.bump("Soup", "1.2.0") }
  }

  @Test func `publishing replaces a release withdrawn in this repository only with permission`()
    async throws
  {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .yank])
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    var soup = Publication()
    #expect(try await soup.send(to: served, token: token).status == 201)
    try scratch.change("Soup")
    try scratch.bump("Soup", "1.1.0")
    try await served.service.registry.refresh()
    soup.version = "1.2.0"
    for version in ["1.1.0", "1.0.0"] {
      let url = "/cookr/Soup/\(version)?reason=cold"
      #expect(try await served.answer(url, .delete, headers: headers).status == 204)
      #expect(try await soup.send(to: served, token: token).status == 403)
    }
  }

  @Test(arguments: ["link", "file"])
  func `no package is published below what is not a folder`(_ kind: String) async throws {
    let served = try scratch.served()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/", with: "Parts/"),
      to: "Registry/manifest.json"
    )
    try scratch.git("mv", "Components", "Parts")
    if kind == "link" {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/Components",
        withDestinationPath: "Parts"
      )
    } else {
      try scratch.write("", to: "Components")
    }
    try scratch.commitAll()
    try await served.service.registry.refresh()
    let answer = try await Publication().send(to: served, token: scratch.token())
    #expect(answer.status == 409)
    #expect(
      answer.problem == """
        'Components' is not a folder, so that 'Components/Soup' cannot be created; move \
        'Components' to another place in git
        """
    )
  }

  @Test func `nothing is published on a branch that takes served releases back`() async throws {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .yank])
    #expect(try await Publication().send(to: served, token: token).status == 201)
    try scratch.git("reset", "-q", "--hard", "HEAD~1")
    let before = try scratch.everything()
    var publication = Publication()
    publication.name = "Stew"
    publication.files["Package.swift"] = Publication.manifest("Stew")
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 503)
    let commit = try scratch.git("rev-parse", "HEAD").prefix(12)
    #expect(
      answer.problem == """
        the commit '\(commit)' changes or removes 1 of the records of 'Soup' that were served; a \
        release never changes: restore what is missing, or restart the server to serve the branch \
        as it is
        """
    )
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    let url = "/cookr/Menu/1.0.0?reason=cold"
    #expect(try await served.answer(url, .delete, headers: headers).status == 503)
    #expect(try scratch.everything() == before)
    // What was served is still served.
    #expect(try await served.answer("/cookr/Soup/1.0.0.zip").status == 200)
  }

  @Test func `publishing succeeds even if the branch is moved back at once`() async throws {
    let scratch = scratch
    let tip = Mutex<String?>(nil)
    var options = RegistryService.Options()
    options.failures = FailureInjection { point in
      // The last step of a write: the server has not looked at the branch again.
      guard point == .noteRemoved, let tip = tip.withLock(\.self) else { return }
      try scratch.git("reset", "-q", "--hard", tip)
    }
    let served = try scratch.served(options: options)
    let token = try scratch.token()
    let start = try scratch.git("rev-parse", "HEAD")
    tip.withLock { $0 = start }
    let answer = try await Publication().send(to: served, token: token)
    #expect(answer.status == 201, "\(answer.problem ?? "")")
    #expect(try scratch.git("rev-parse", "HEAD") == start)
    #expect(try scratch.git("log", "--format=%s", "-1", "HEAD@{1}").contains("Soup"))
  }

  @Test func `git gc --prune=now beside uploads and between them loses nothing`() async throws {
    let scratch = scratch
    let prunings = Mutex(0)
    @Sendable func prune() throws {
      // As in a bare repository, which has no logs of references.
      try scratch.git("reflog", "expire", "--expire=now", "--all")
      try scratch.git("gc", "-q", "--prune=now")
    }
    var options = RegistryService.Options()
    options.failures = FailureInjection { point in
      // At these there are no other objects than at the step before.
      guard point != .fileStaged, point != .fileReplaced else { return }
      try prune()
      prunings.withLock { $0 += 1 }
    }
    let served = try scratch.served(options: options)
    let token = try scratch.token()
    var soup = Publication()
    var stew = Publication()
    stew.name = "Stew"
    stew.files = [
      "Package.swift": Publication.manifest("Stew"),
      "Sources/Stew/Stew.swift": "public let stew = 1\n",
    ]
    // One waits for its turn while the other is written.
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for publication in [soup, stew] {
        group.addTask { try await publication.send(to: served, token: token).status }
      }
      var statuses: [Int] = []
      for try await status in group { statuses.append(status) }
      return statuses
    }
    #expect(statuses == [201, 201])
    try prune()
    soup.version = "1.1.0"
    soup.files["Sources/Soup/Soup.swift"] = "public let soup = 2\n"
    #expect(try await soup.send(to: served, token: token).status == 201)
    try prune()
    #expect(prunings.withLock(\.self) > 20)
    #expect(try scratch.versions(of: "Soup") == ["1.0.0", "1.1.0"])
    #expect(try scratch.versions(of: "Stew") == ["1.0.0"])
    for place in ["Menu/1.0.0", "Soup/1.0.0", "Soup/1.1.0", "Stew/1.0.0"] {
      #expect(try await served.answer("/cookr/\(place).zip").status == 200, "\(place)")
    }
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.git("fsck", "--strict", "--full")
  }

  @Test func `nothing that is not released is overwritten`() async throws {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .replace])
    var publication = Publication()
    publication.files["Package.swift"] = Publication.manifest("Menu")
    for (name, version) in [("Kitchen", "1.0.0"), ("Menu", "1.1.0")] {
      if name == "Menu" { try scratch.change("Menu") }
      publication.name = name
      publication.version = version
      let before = try scratch.everything()
      let answer = try await publication.send(to: served, token: token)
      #expect(answer.status == 409)
      #expect(
        answer.problem == """
          the folder 'Components/\(name)' has unreleased changes; release them in git \
          first: 'registry bump \(name)'
          """
      )
      #expect(try scratch.everything() == before)
    }
    // Nor what is not even committed.
    try scratch.bump("Menu", "1.1.0")
    try scratch.write("mine\n", to: "Components/Menu/mine.txt")
    publication.version = "1.2.0"
    #expect(try await publication.send(to: served, token: token).status == 409)
    #expect(try scratch.read("Components/Menu/mine.txt") == "mine\n")
  }

  @Test func `a bare repository and a branch that is not checked out take releases too`()
    async throws
  {
    _ = try scratch.served()
    let working = try Served(branch: "main")
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let token = try scratch.token()
    try FileManager.default.copyItem(
      atPath: "\(scratch.path)/.git/registry-tokens.json",
      toPath: "\(bare)/registry-tokens.json"
    )
    let served = try Served(directory: bare)
    #expect(try await Publication().send(to: served, token: token).status == 201)
    #expect(try await served.answer("/cookr/Soup/1.0.0.zip").status == 200)

    try scratch.git("switch", "-q", "-c", "other")
    #expect(try await Publication().send(to: working, token: token).status == 201)
    #expect(try await working.answer("/cookr/Soup/1.0.0.zip").status == 200)
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.git("ls-files", "Components/Soup") == "")
    #expect(try scratch.git("ls-tree", "--name-only", "main:Components") == "Kitchen\nMenu\nSoup")
  }

  @Test func `publishing to a repository with a damaged record is an internal error`() async throws
  {
    let served = try scratch.served()
    let token = try scratch.token()
    try scratch.write("no record\n", to: "Registry/releases/Soup.jsonl")
    try scratch.commitAll()
    let answer = try await Publication().send(to: served, token: token)
    #expect(answer.status == 500)
    #expect(answer.problem == "internal error, see the log of the server")
  }
}

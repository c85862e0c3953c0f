import Base
import Git
import Model
import Registration
import Server
import Site
import Versions
import Foundation
import HTTPTypes
import Logging
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct FollowingTests {
  let scratch = Scratch.current

  func makeRelease() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
  }

  /// The versions that are listed.
  func versions(_ served: Served, _ name: String = "Menu") async throws -> Set<String> {
    struct List: Decodable {
      struct Release: Decodable {}
      let releases: [String: Release]
    }
    let answer = try await served.answer("/cookr/\(name)")
    return Set(try JSONDecoder().decode(List.self, from: Data(answer.bytes)).releases.keys)
  }

  @Test func `a new release is served without a restart`() async throws {
    try makeRelease()
    let served = try Served()
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.service.registry.refresh() == false)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
    #expect(try await served.answer("/cookr/Menu/1.1.0.zip").status == 200)
  }

  @Test func `a branch that is not checked out is served by its name`() async throws {
    try makeRelease()
    try scratch.git("switch", "-q", "-c", "later")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try await versions(Served(branch: "main")) == ["1.0.0"])
    #expect(try await versions(Served()) == ["1.0.0", "1.1.0"])
    let error = #expect(throws: OperationError.self) { try Served(branch: "none") }
    #expect(error?.message == "the repository has no branch 'none'")
  }

  @Test func `a bare repository is served and followed`() async throws {
    try makeRelease()
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let served = try Served(directory: bare)
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").status == 200)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.git("push", "-q", bare, "main")
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
  }

  @Test func `a copy of another repository follows it`() async throws {
    try makeRelease()
    let copy = scratch.folder + "/copy.git"
    let replica = Replica(
      directory: copy,
      upstream: scratch.path,
      interval: .seconds(10),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try replica.prepare()
    let served = try Served(directory: copy, branch: "main")
    #expect(try await versions(served) == ["1.0.0"])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try await replica.fetch()
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
    // A server that was killed while it fetched.
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    for name in ["FETCH_HEAD.lock", "packed-refs.lock", "refs/heads/main.lock"] {
      try Data("0000".utf8).write(to: URL(filePath: "\(copy)/\(name)"))
    }
    try replica.prepare()
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0", "1.2.0"])
    // Gone upstream: the copy is served as it is, after a restart too.
    try FileManager.default.removeItem(atPath: scratch.path)
    await #expect(throws: OperationError.self) { try await replica.fetch() }
    try replica.prepare()
    #expect(
      try await versions(Served(directory: copy, branch: "main")) == ["1.0.0", "1.1.0", "1.2.0"]
    )
  }

  @Test func `a copy into which nothing was ever fetched is not served`() throws {
    let replica = Replica(
      directory: scratch.folder + "/copy.git",
      upstream: "notaurl",
      interval: .seconds(10),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    // The second start finds the folder that the first one has made.
    for _ in 1...2 {
      let error = #expect(throws: OperationError.self) { try replica.prepare() }
      #expect(
        error?.message
          == "cannot reach 'notaurl': 'notaurl' does not appear to be a git repository"
      )
      #expect(
        error?.help
          == "'git ls-remote notaurl' must work for the user of the server, without a question"
      )
    }
  }

  @Test func `a branch that takes releases back is not taken up`() async throws {
    try makeRelease()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let served = try Served()
    let commit = served.service.registry.snapshot.commit
    try scratch.git("reset", "-q", "--hard", "HEAD~2")
    try scratch.change("Menu")
    let error = await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(error?.code.rawValue == "releases-taken-back")
    #expect(served.service.registry.snapshot.commit == commit)
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
  }

  @Test func `a branch without the component that was served is not taken up`() async throws {
    try scratch.makeMonorepo(["Kitchen"])
    let start = try scratch.git("rev-parse", "HEAD")
    try scratch.writePackage("Menu")
    try scratch.writeManifest(["Kitchen", "Menu"])
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    try scratch.git("reset", "-q", "--hard", start)
    let error = await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(
      error?.message == """
        the commit '\(start.prefix(12))' changes or removes 1 of the records of 'Menu' that were served
        """
    )
    #expect(try await versions(served) == ["1.0.0"])
  }

  @Test func `the releases of a removed component stay`() async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    let details = try await served.answer("/cookr/Menu/1.0.0")
    _ = try RemoveComponent("Menu", context: .test()).run(in: scratch.workspace())
    // After a restart, too.
    #expect(try await served.service.registry.refresh())
    for served in [served, try Served()] {
      #expect(try await versions(served, "menu") == ["1.0.0"])
      #expect(try await served.answer("/cookr/Menu/1.0.0").bytes == details.bytes)
      #expect(try await served.answer("/cookr/Menu/1.0.0/Package.swift").status == 200)
      #expect(try await served.answer("/cookr/Menu/1.0.0.zip").status == 200)
      let page = try await served.answer("/cookr/Menu", headers: [.accept: "text/html"]).text
      #expect(page.contains("removed from the repository, its releases stay"))
      #expect(try await served.answer("/").text.contains("Menu") == false)
    }
    // Only by the records can they go.
    try scratch.git("rm", "-q", "Registry/releases/Menu.jsonl")
    try scratch.commitAll()
    await #expect(throws: OperationError.self) { try await served.service.registry.refresh() }
    #expect(try await versions(served) == ["1.0.0"])
  }

  @Test func `another scope is not taken up, which would take all releases back`() async throws {
    try makeRelease()
    let served = try Served()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(#""cookr""#, with: #""kitchen""#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    let error = await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(error?.code.rawValue == "releases-taken-back")
    #expect(try await versions(served) == ["1.0.0"])
  }

  @Test(arguments: ["not JSON", "{}"])
  func `a manifest or a log that cannot be read is not taken up`(_ text: String) async throws {
    try makeRelease()
    let served = try Served()
    for file in ["Registry/manifest.json", "Registry/releases/Menu.jsonl"] {
      let good = try scratch.read(file)
      try scratch.write(text, to: file)
      try scratch.commitAll()
      await #expect(throws: (any Error).self) {
        try await served.service.registry.refresh()
      }
      #expect(try await versions(served) == ["1.0.0"])
      try scratch.write(good, to: file)
      try scratch.commitAll()
      #expect(try await served.service.registry.refresh())
    }
  }

  @Test func `lists and descriptions of a repository that disappears go on being served`()
    async throws
  {
    try makeRelease()
    let served = try Served()
    try await served.service.registry.readAll()
    try FileManager.default.removeItem(atPath: scratch.path)
    await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.answer("/cookr/Menu/1.0.0").status == 200)
  }
}

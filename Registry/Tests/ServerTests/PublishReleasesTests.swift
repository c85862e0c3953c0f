import Base
import Content
import Git
import Model
import Publish
import Releases
import Sharing
import Versions
import Foundation
import HTTPTypes
import ScratchCertificates
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Releases of a monorepo at registries that are not ours.
@Suite(.scratchRepository)
struct PublishReleasesTests {
  let scratch = Scratch.current

  /// `Menu` 1.0.0 and 1.1.0, and `Kitchen` 1.0.0, which requires it.
  func makeReleases() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
  }

  func publish(
    to url: String,
    _ names: String...,
    since: String? = nil,
    authorization: Authorization? = nil,
    metadata: [String: JSONValue] = [:],
    isDry: Bool = false,
    pause: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> PublishReleases.Result {
    var place = PublishReleases.RemotePlace(try RegistryAddress(url), authorization)
    place.pause = pause
    let publish = PublishReleases(
      try PublishSelection(names, since: since),
      to: place,
      metadata: metadata
    )
    let path = scratch.path
    // On a thread of its own: all others may be needed to answer.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let workspace = try Workspace(directory: path)
            return try isDry ? publish.preview(in: workspace) : publish.run(in: workspace)
          }
        )
      }
    }
  }

  func lines(_ result: PublishReleases.Result) -> [String] {
    result.releases.map { "\($0.component) \($0.version) \($0.outcome)" }
  }

  func archive(_ name: String, _ version: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try WriteArchive(component: name, version: SemanticVersion(version))
      .run(in: scratch.workspace()) { bytes += $0 }
    return bytes
  }

  static let all: Set = ["cookr/Kitchen/1.0.0", "cookr/Menu/1.0.0", "cookr/Menu/1.1.0"]

  @Test func `every release is sent once, as it is archived, dependencies first`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry(pageSize: 1)
    let results = try await foreign.live { url in
      let planned = try await publish(to: url, isDry: true)
      let sent = try await publish(to: url)
      return [planned, sent, try await publish(to: url)]
    }
    #expect(
      results.map(lines) == [
        ["Menu 1.0.0 planned", "Menu 1.1.0 planned", "Kitchen 1.0.0 planned"],
        ["Menu 1.0.0 published", "Menu 1.1.0 published", "Kitchen 1.0.0 published"],
        ["Menu 1.0.0 unchanged", "Menu 1.1.0 unchanged", "Kitchen 1.0.0 unchanged"],
      ]
    )
    #expect(
      foreign.uploads == ["cookr/Menu/1.0.0", "cookr/Menu/1.1.0", "cookr/Kitchen/1.0.0"]
    )
    #expect(foreign.archive(of: "cookr/Kitchen/1.0.0") == (try archive("Kitchen", "1.0.0")))
  }

  @Test func `publish reports withdrawn releases that the registry still offers`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.keep(try archive("Menu", "1.0.0"), as: "cookr/Menu/1.0.0")
    foreign.keep(try archive("Menu", "1.1.0"), as: "cookr/Menu/1.1.0")
    foreign.withdraw("cookr/Menu/1.0.0")
    for (name, version) in [("Menu", "1.0.0"), ("Menu", "1.1.0"), ("Kitchen", "1.0.0")] {
      _ = try YankRelease.withdraw(name, version, in: scratch)
    }
    let result = try await foreign.live { try await publish(to: $0) }
    #expect(
      lines(result) == ["Menu 1.0.0 unchanged", "Menu 1.1.0 unchanged", "Kitchen 1.0.0 withdrawn"]
    )
    #expect(result.releases.map(\.isStillOffered) == [false, true, false])
  }

  @Test func `names, releases and a revision narrow it`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    let planned = try await foreign.live { url in
      [
        try await publish(to: url, "Kitchen", isDry: true),
        try await publish(to: url, "Menu@1.1.0", isDry: true),
        try await publish(to: url, "M*", "Menu@1.1.0", isDry: true),
        try await publish(to: url, since: "HEAD~1", isDry: true),
      ]
    }
    #expect(
      planned.map(lines) == [
        ["Kitchen 1.0.0 planned"], ["Menu 1.1.0 planned"],
        ["Menu 1.0.0 planned", "Menu 1.1.0 planned"], ["Menu 1.1.0 planned"],
      ]
    )
    #expect(foreign.uploads == [])
  }

  @Test(arguments: [
    (Authorization.token("t0"), "Bearer t0"),
    (.password(user: "ada", password: "p:w"), "Basic YWRhOnA6dw=="),
  ])
  func `publish signs in with a token or a password as asked`(
    _ given: Authorization,
    _ header: String
  ) async throws {
    try makeReleases()
    let foreign = ForeignRegistry(authorization: header)
    let result = try await foreign.live { try await publish(to: $0, authorization: given) }
    #expect(Set(result.releases.map(\.outcome)) == [.published])
    #expect(Set(foreign.authorizations) == [header])
    await #expect(throws: OperationError.self) {
      try await foreign.live { try await publish(to: $0, authorization: .token("other")) }
    }
  }

  @Test func `publish waits for slow processing, and sends again after too many requests`()
    async throws
  {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.accepts(polls: 2), for: "cookr/Menu/1.0.0")
    foreign.set(
      .refuses(429, headers: [.retryAfter: "0"]),
      .refuses(503, headers: [.retryAfter: "0"]),
      for: "cookr/Menu/1.1.0"
    )
    let result = try await foreign.live { try await publish(to: $0) }
    #expect(Set(result.releases.map(\.outcome)) == [.published])
    #expect(foreign.uploads.count { $0 == "cookr/Menu/1.1.0" } == 3)
  }

  @Test func `the same content is there already, and other content stays`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.keep(try archive("Menu", "1.0.0"), as: "cookr/Menu/1.0.0")
    foreign.keep([1, 2, 3], as: "cookr/Menu/1.1.0")
    let result = try await foreign.live { try await publish(to: $0) }
    try #require(
      lines(result) == ["Menu 1.0.0 unchanged", "Menu 1.1.0 failed", "Kitchen 1.0.0 waiting"]
    )
    let error = try #require(result.releases[1].error)
    #expect(error.code == .checksumMismatch)
    #expect(error.message.contains("\(result.releases[1].archive)"))
    #expect(error.message.contains("039058c6f2c0cb492c533b0a4d14ef77"))
    #expect(foreign.archive(of: "cookr/Menu/1.1.0") == [1, 2, 3])
    #expect(foreign.uploads == [])
  }

  @Test func `a registry that keeps other bytes is found out`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.spoils, for: "cookr/Menu/1.1.0")
    let result = try await foreign.live { try await publish(to: $0, "Menu") }
    #expect(lines(result) == ["Menu 1.0.0 published", "Menu 1.1.0 failed"])
    #expect(result.releases[1].error?.code == .checksumMismatch)
  }

  @Test(arguments: [
    (413, "", "with status 413", OperationError.Code.remoteRefusal),
    (
      422, #"{"detail":"bad manifest","title":"Invalid","line":7}"#,
      #"with status 422: bad manifest {"line":7}"#, .remoteRefusal
    ),
    (403, #"{"detail":"not your scope"}"#, "with status 403: not your scope", .forbidden),
    (500, "<html>", "with status 500", .remoteFailure),
  ])
  func `a refusal is shown in full, and dependents wait`(
    _ status: Int,
    _ body: String,
    _ words: String,
    _ code: OperationError.Code
  ) async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    foreign.set(.refuses(status, body: body), for: "cookr/Menu/1.0.0")
    let result = try await foreign.live { try await publish(to: $0) }
    try #require(
      lines(result) == ["Menu 1.0.0 failed", "Menu 1.1.0 published", "Kitchen 1.0.0 waiting"]
    )
    #expect(result.releases[0].error?.code == code)
    #expect(result.releases[0].error?.message.hasSuffix(words) == true)
    #expect(
      result.releases[2].error?.message
        == "'Kitchen' 1.0.0 was not sent: it depends on 'Menu', which could not be published"
    )
    let again = try await foreign.live { try await publish(to: $0) }
    #expect(
      lines(again) == ["Menu 1.0.0 published", "Menu 1.1.0 unchanged", "Kitchen 1.0.0 published"]
    )
  }

  @Test(arguments: [(0, 10), (1, 12)])
  func `a run ends when all that it sends is refused`(_ taken: Int, _ sent: Int) async throws {
    try scratch.makeApp()
    let foreign = ForeignRegistry()
    for number in 0..<12 {
      if number > 0 {
        try scratch.change("Menu")
        try scratch.bump("Menu", "1.\(number).0")
      }
      guard number >= taken else { continue }
      foreign.set(.refuses(422, body: #"{"detail":"not yours"}"#), for: "cookr/Menu/1.\(number).0")
    }
    let result = try await foreign.live { try await publish(to: $0, "Menu") }
    #expect(foreign.uploads.count == sent)
    #expect(result.isHopeless == (taken == 0))
    #expect(result.releases.count == sent)
    #expect(result.chosen == 12)
  }

  @Test func `an answer that was lost is no second upload`() async throws {
    try makeReleases()
    let foreign = ForeignRegistry()
    for release in Self.all { foreign.set(.diesAfter, for: release) }
    let result = try await foreign.live { try await publish(to: $0) }
    #expect(Set(result.releases.map(\.outcome)) == [.published])
    #expect(foreign.uploads.sorted() == Self.all.sorted())
  }
}

extension YankRelease {
  static func withdraw(
    _ name: String,
    _ version: String,
    in scratch: Scratch
  ) throws -> Result {
    try YankRelease(
      component: name,
      version: SemanticVersion(version),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
  }
}

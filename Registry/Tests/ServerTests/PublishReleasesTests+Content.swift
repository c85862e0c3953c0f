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

extension PublishReleasesTests {
  @Test func `a component of another scope is sent to that scope`() async throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.writePackage("Ledger")
    try scratch.writeAppManifest(
      "",
      components: ["Menu": "Components/Menu", "payments.Ledger": "Components/Ledger"]
    )
    try scratch.commitAll()
    try scratch.bump("payments.Ledger", "1.0.0")
    let foreign = ForeignRegistry()
    let results = try await foreign.live { url in
      [try await publish(to: url), try await publish(to: url)]
    }
    let line = "payments.Ledger 1.0.0"
    #expect(results.map(lines) == [["\(line) published"], ["\(line) unchanged"]])
    #expect(foreign.uploads == ["payments/Ledger/1.0.0"])
  }

  @Test func `a redirect is not followed with the release or the token`() async throws {
    try makeReleases()
    let (foreign, other) = (ForeignRegistry(), ForeignRegistry())
    let result = try await other.live { place in
      foreign.set(
        .refuses(307, headers: [.location: "\(place)/cookr/Menu/1.0.0"]),
        for: "cookr/Menu/1.0.0"
      )
      return try await foreign.live {
        try await publish(to: $0, "Menu@1.0.0", authorization: .token("t0"))
      }
    }
    #expect(result.releases[0].error?.message.contains("redirects 'cookr.Menu@1.0.0' to") == true)
    #expect(other.authorizations.isEmpty && other.uploads.isEmpty)
  }

  @Test func `publish says when a URL is not a registry`() async throws {
    try makeReleases()
    let page = try await ForeignRegistry().live { url in
      await Self.error {
        try await publish(to: url.replacing("/artifactory/api/swift/mono", with: "/shop"))
      }
    }
    #expect(page?.message.hasSuffix("answers with a web page, expected JSON") == true)
    let nothing = await Self.error { try await publish(to: "http://127.0.0.1:1") }
    #expect(nothing?.code == .unreachable)
  }

  private static func error(_ body: () async throws -> PublishReleases.Result) async
    -> OperationError?
  {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? OperationError
    }
  }

  @Test func `a withdrawn release is not sent`() async throws {
    try makeReleases()
    _ = try YankRelease.withdraw("Menu", "1.0.0", in: scratch)
    let foreign = ForeignRegistry()
    let result = try await foreign.live { try await publish(to: $0, "Menu") }
    #expect(lines(result) == ["Menu 1.0.0 withdrawn", "Menu 1.1.0 published"])
    #expect(foreign.uploads == ["cookr/Menu/1.1.0"])
  }

  @Test func `publish sends no internal releases`() async throws {
    try scratch.makeMonorepo(["Menu", "Kitchen"])
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        #""path": "Components/Menu""#,
        with: #""path": "Components/Menu", "release": "internal""#
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    let foreign = ForeignRegistry()
    let result = try await foreign.live { try await publish(to: $0) }
    #expect(lines(result) == ["Kitchen 1.0.0 published"])
    #expect(foreign.uploads == ["cookr/Kitchen/1.0.0"])
  }

  @Test func `metadata says what is known, and what is given replaces it`() async throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.write(
      "# Menu\n\nWhat there is\nto eat.\n\nMore.\n",
      to: "Components/Menu/README.md"
    )
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        "\"schema\"",
        with: """
          "mirrorAuthor": "Acme <swift@acme.example>",
            "repositories": "https://github.com/acme/{name}",
            "schema"
          """
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    let foreign = ForeignRegistry()
    _ = try await foreign.live { url in
      try await publish(
        to: url,
        metadata: ["keywords": .array([.string("food")]), "originalPublicationTime": .null]
      )
    }
    #expect(
      foreign.metadata(of: "cookr/Menu/1.0.0")
        == #"{"author":{"email":"swift@acme.example","name":"Acme"},"description":"What there is to"#
        + #" eat.","keywords":["food"],"readmeURL":"https://github.com/acme/Menu/blob/1.0.0/"#
        + #"README.md","repositoryURLs":["https://github.com/acme/Menu"]}"#
    )
  }

  @Test func `a signed release is sent with its signatures`() async throws {
    try scratch.makeMonorepo(["Menu"])
    let signer = try ScratchAuthority().signer()
    try scratch.bumpSigned("Menu", "1.0.0", signer)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let foreign = ForeignRegistry()
    _ = try await foreign.live { try await publish(to: $0) }
    let log = try scratch.log(of: "Menu")
    let workspace = try scratch.workspace()
    let release = try #require(log.releases.first)
    let signature = try workspace.signature(
      of: release,
      of: ComponentName("Menu"),
      in: ObjectID(hex: scratch.git("rev-parse", "HEAD^{tree}"))
    )
    #expect(
      foreign.signatures(of: "cookr/Menu/1.0.0")
        == ["source-archive-signature": try #require(signature).archive]
    )
    #expect(foreign.archive(of: "cookr/Menu/1.0.0") == (try archive("Menu", "1.0.0")))
    #expect(foreign.signatures(of: "cookr/Menu/1.1.0").isEmpty)
  }

  /// Our own server keeps the same bytes, and so has the same checksum.
  @Test func `our own server is a registry too`() async throws {
    try makeReleases()
    let folder = "\(scratch.path)-target"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.git("init", "-q", "-b", "main", folder)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Registry",
      withIntermediateDirectories: true
    )
    try MonorepoFiles.manifest([:])
      .write(toFile: "\(folder)/Registry/manifest.json", atomically: true, encoding: .utf8)
    try scratch.git("-C", folder, "add", "-A")
    try scratch.git(
      "-C",
      folder,
      "-c",
      "user.name=Ada",
      "-c",
      "user.email=ada@example.com",
      "commit",
      "-qm",
      "x"
    )
    let tokens = try Workspace(directory: folder).tokenFile
    let secret = try ManageTokens(tokens)
      .create(ManageTokens.Request(name: "ci", permissions: [.publish])).secret
    let served = try Served(directory: folder)
    let results = try await served.live { port in
      let url = "http://127.0.0.1:\(port)"
      let first = try await publish(to: url, authorization: .token(secret))
      return [first, try await publish(to: url, authorization: .token(secret))]
    }
    #expect(Set(results[0].releases.map(\.outcome)) == [.published], "\(results[0])")
    #expect(Set(results[1].releases.map(\.outcome)) == [.unchanged])
  }
}

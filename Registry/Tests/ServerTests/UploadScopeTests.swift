import Apps
import Base
import Git
import Model
import Releases
import Reports
import Server
import Sharing
import Site
import Versions
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Packages of scopes that the manifest accepts uploads in, besides its own.
@Suite(.scratchRepository)
struct UploadScopeTests {
  let scratch = Scratch.current

  private func served(_ scopes: String = #""pay*""#) throws -> Served {
    try scratch.makeApp()
    let manifest = try scratch.read("Registry/manifest.json")
    let scope = #""scope": "cookr""#
    try scratch.write(
      manifest.replacing(scope, with: scope + #", "uploadScopes": [\#(scopes)]"#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Accept scopes")
    return try Served()
  }

  private func ledger(_ version: String = "1.0.0") -> Publication {
    var ledger = Publication()
    (ledger.scope, ledger.name, ledger.version) = ("payments", "Ledger", version)
    ledger.files = [
      "Package.swift": Publication.manifest("Ledger"),
      "Sources/Ledger/Ledger.swift": "// \(version)\n",
    ]
    return ledger
  }

  @Test func `a package of an accepted scope is served like one of its own`() async throws {
    let served = try served()
    let url = "https://git.example.com/payments/ledger"
    let token = try scratch.token([.publish, .yank], repositories: "*")
    var ledger = ledger()
    ledger.metadata = #"{"repositoryURLs":["\#(url)"]}"#
    let answer = try await ledger.send(to: served, token: token)
    #expect(answer.status == 201)
    let address = "http://localhost/payments/Ledger/1.0.0"
    #expect(answer["Location"] == address)
    let component = try scratch.manifest().components[ComponentName("payments.Ledger")]
    #expect(component?.path.string == "Components/payments.Ledger")
    #expect(try scratch.versions(of: "payments.Ledger") == ["1.0.0"])
    #expect(try scratch.git("tag", "-l", "payments*") == "payments.Ledger/1.0.0")
    #expect(try Verify().run(in: scratch.workspace()).findings.isEmpty)
    #expect(try PlanReleases().run(in: scratch.workspace()).releases.isEmpty)
    let list = try await served.answer("/Payments/ledger")
    #expect(list.text == #"{"releases":{"1.0.0":{"url":"\#(address)"}}}"#)
    #expect(list["Link"] == #"<\#(address)>; rel="latest-version""#)
    let details = try await served.answer("/payments/Ledger/1.0.0").text
    #expect(details.hasPrefix(#"{"id":"payments.Ledger","metadata":"#))
    let archive = try await served.answer("/payments/Ledger/1.0.0.zip")
    #expect(archive.bytes == (try ledger.zip()))
    #expect(archive["Content-Disposition"] == #"attachment; filename="Ledger-1.0.0.zip""#)
    let manifest = try await served.answer("/payments/Ledger/1.0.0/Package.swift")
    #expect(manifest.text == Publication.manifest("Ledger"))
    let identifiers = try await served.answer("/identifiers?url=\(url)")
    #expect(identifiers.text == #"{"identifiers":["payments.Ledger"]}"#)
    // Not that of the registry's own scope.
    #expect(try await served.answer("/cookr/Ledger").status == 404)
    #expect(try await served.answer("/cookr/payments.Ledger").status == 400)
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    let withdrawal = "/payments/Ledger/1.0.0?reason=wrong"
    #expect(try await served.answer(withdrawal, .delete, headers: headers).status == 204)
    #expect(try await served.answer("/payments/Ledger").text.contains(#""status":410"#))
    #expect(try Verify().run(in: scratch.workspace()).findings.isEmpty)
    let restarted = try Served()
    #expect(try await restarted.answer("/payments/Ledger").text.contains(#""status":410"#))
  }

  @Test func `pages and exports have its files at its own address`() async throws {
    let served = try served()
    #expect(try await ledger().send(to: served, token: scratch.token()).status == 201)
    let html: HTTPFields = [.accept: "text/html"]
    let home = try await served.answer("/", headers: html).text
    #expect(home.contains(#"href="/payments/Ledger""#))
    let page = try await served.answer("/payments/Ledger", headers: html)
    #expect(page.status == 200)
    let dependency = ".package(id: &quot;payments.Ledger&quot;, from: &quot;1.0.0&quot;)"
    #expect(page.text.contains(dependency))
    let options = #"set <span class="whole">--scope</span> payments http://localhost"#
    #expect(page.text.contains(options))
    #expect(page.text.contains(#"href="/payments/Ledger/1.0.0.zip""#))
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = try RegistryAddress("http://localhost", allowsInsecure: true)
    _ = try ExportRegistry(to: folder, address: address).run(in: scratch.workspace())
    let places = [
      "payments/Ledger": "payments/Ledger/index.json",
      "payments/Ledger/1.0.0": "payments/Ledger/1.0.0/index.json",
      "payments/Ledger/1.0.0.zip": "payments/Ledger/1.0.0.zip",
      "payments/Ledger/1.0.0/Package.swift": "payments/Ledger/1.0.0/Package.swift",
      "payments/Ledger/history.json": "payments/Ledger/history.json",
      "cookr/Menu": "cookr/Menu/index.json", "registry.json": "registry.json",
    ]
    for (uri, file) in places {
      let content = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
      #expect(try await served.answer("/\(uri)").bytes == Array(content), "\(uri)")
    }
  }

  @Test func `a package may depend on one of another scope, and apps pin both`() async throws {
    let served = try served()
    let token = try scratch.token()
    for version in ["1.0.0", "1.1.0"] {
      #expect(try await ledger(version).send(to: served, token: token).status == 201)
    }
    var soup = Publication()
    let manifest = Publication.manifest(
      "Soup",
      dependencies: #".package(id: "Payments.ledger", exact: "1.0.0")"#,
      uses: #".product(name: "Ledger", package: "Payments.ledger")"#
    )
    soup.files["Package.swift"] = manifest
    #expect(try await soup.send(to: served, token: token).status == 201)
    #expect(
      try scratch.read("Components/Soup/Package.swift")
        == Publication.manifest(
          "Soup",
          dependencies: #".package(path: "../payments.Ledger")"#,
          uses: #".product(name: "Ledger", package: "payments.Ledger")"#
        )
    )
    let release = try #require(try scratch.log(of: "Soup").releases.first)
    let name = try ComponentName("payments.Ledger")
    #expect(release.requires == [name: .exact(try SemanticVersion("1.0.0"))])
    #expect(try await served.answer("/cookr/Soup/1.0.0/Package.swift").text == manifest)
    // What is released here names it by its identity, too.
    try scratch.change("Soup")
    let next = try scratch.bump("Soup", "1.1.0").release.record
    #expect(next.requires == [name: .from(try SemanticVersion("1.1.0"))])
    let served2 = try await served.answer("/cookr/Soup/1.1.0/Package.swift")
    #expect(served2.status == 404 || served2.text.contains(#"id: "payments.Ledger""#))
    try scratch.pin("Soup", "1.0.0")
    let file = "Components/payments.Ledger/Sources/Ledger/Ledger.swift"
    #expect(try scratch.git("show", "\(scratch.pinnedTree().tree.hex):\(file)") == "// 1.0.0")
    #expect(throws: (any Error).self) { try scratch.pin("payments.Ledger", "1.1.0") }
    try scratch.pin("Soup", "1.1.0")
    #expect(try scratch.git("show", "\(scratch.pinnedTree().tree.hex):\(file)") == "// 1.1.0")
  }

  @Test func `other scopes are refused, and names that no tag can have`() async throws {
    let served = try served(#""pay*", "rules""#)
    let token = try scratch.token()
    func refusal(_ scope: String, _ name: String) async throws -> String? {
      var ledger = ledger()
      (ledger.scope, ledger.name) = (scope, name)
      let answer = try await ledger.send(to: served, token: token)
      #expect(answer.status == 422)
      return answer.problem
    }
    let scopes = "are not accepted, expected 'cookr' or 'pay*' or 'rules'"
    #expect(try await refusal("repay", "Ledger") == "packages in the scope 'repay' \(scopes)")
    // Its address is that of a page.
    var page = ledger()
    page.scope = "rules"
    #expect(try await page.send(to: served, token: token).status == 404)
    #expect(
      try await refusal("payments", "lock")
        == "invalid component name 'payments.lock', no tag in git can have it; choose another name"
    )
    #expect(try await ledger().send(to: served, token: token).status == 201)
    var other = ledger("1.1.0")
    other.scope = "PAYMENTS"
    other.files["README.md"] = "more"
    #expect(try await other.send(to: served, token: token).status == 201)
    (other.name, other.version) = ("Audit", "1.0.0")
    other.files["Package.swift"] = Publication.manifest("Audit")
    let audit = try await other.send(to: served, token: token)
    #expect(audit["Location"] == "http://localhost/payments/Audit/1.0.0")
  }

  @Test(arguments: [
    ("*", [201, 201]), ("pay*", [403, 403]), ("*Ledger", [403, 403]), ("payments.*", [201, 403]),
    ("PAYMENTS.Led*", [201, 403]), ("cookr.*", [403, 201]), ("*.*", [201, 201]),
    ("Soup", [403, 201]), ("payments.Soup", [403, 403]),
  ])
  func `a token is for names of the own scope or, with a dot, for identities`(
    pattern: String,
    statuses: [Int]
  ) async throws {
    let served = try served()
    let token = try scratch.token(components: pattern)
    let answers = [
      try await ledger().send(to: served, token: token),
      try await Publication().send(to: served, token: token),
    ]
    #expect(answers.map(\.status) == statuses)
  }

  @Test(arguments: [
    (["Menu"], #""pay.*""#, "invalid scope name 'pay.a', expected only letters, digits and '-'"),
    (["cookr.Menu"], #""pay*""#, "component name 'cookr.Menu' contains the scope of the manifest"),
  ])
  func `the manifest lists patterns of scopes, and no component by its own`(
    components: [String],
    scopes: String,
    message: String
  ) {
    let text = MonorepoFiles.manifest(
      Dictionary(uniqueKeysWithValues: components.map { ($0, "Components/Menu") }),
      hasLayers: false
    )
    let listed = text.replacing("\"schema\"", with: "\"uploadScopes\": [\(scopes)], \"schema\"")
    let error = #expect(throws: OperationError.self) {
      try ManifestDocument(reading: Array(listed.utf8), file: "manifest.json")
    }
    #expect(error?.message == message)
  }
}

import Base
import Foundation
import HTTPTypes
import Hummingbird
import Model
import Server
import Sharing
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct AccessTests {
  let scratch = Scratch.current

  private func expiredToken() throws -> String {
    var manage = ManageTokens(try scratch.workspace().tokenFile)
    manage.clock = { try RecordDate("2020-01-01T00:00:00Z") }
    var request = ManageTokens.Request(name: "old", permissions: [.read])
    request.days = 1
    return try manage.create(request).secret
  }

  private func guarded() throws -> Served {
    var options = RegistryService.Options()
    options.guardsReading = true
    return try scratch.served(options: options)
  }

  private func bearer(_ secret: String) -> HTTPFields {
    [.authorization: "Bearer \(secret)"]
  }

  @Test func `guarded reading needs a token for everything but the availability`() async throws {
    let served = try guarded()
    for path in ["/cookr/Menu", "/cookr/Menu/1.0.0.zip", "/cookr/Soup", "/identifiers", "/"] {
      let answer = try await served.answer(path)
      #expect(answer.status == 401)
      #expect(answer.problem == "this requires a token")
      #expect(answer["WWW-Authenticate"] == #"Bearer realm="registry""#)
    }
    let page = try await served.answer("/", headers: [.accept: "text/html,*/*;q=0.8"])
    #expect(page.status == 401)
    #expect(page["WWW-Authenticate"] == #"Bearer realm="registry", Basic realm="registry""#)
    #expect(try await served.answer("/availability").status == 200)
  }

  @Test func `a token is taken as a bearer's and as a password`() async throws {
    let served = try guarded()
    let secret = try scratch.token([.read], named: "reader")
    let password = Data("anyone:\(secret)".utf8).base64EncodedString()
    for header in ["Bearer \(secret)", "bearer  \(secret)", "Basic \(password)"] {
      let answer = try await served.answer("/cookr/Menu", headers: [.authorization: header])
      #expect(answer.status == 200)
    }
  }

  @Test func `a token permits what it says and no more`() async throws {
    let served = try guarded()
    let kitchen = try scratch.token([.read], named: "kitchen", components: "K*n")
    let answer = try await served.answer("/cookr/Menu", headers: bearer(kitchen))
    #expect(answer.status == 403)
    #expect(answer.problem == "the token 'kitchen' may not read 'Menu'")
    // As far as the token goes; it was never released.
    #expect(try await served.answer("/cookr/kitchen", headers: bearer(kitchen)).status == 404)
    let publisher = try scratch.token([.publish], named: "publisher")
    #expect(try await served.answer("/cookr/Menu", headers: bearer(publisher)).status == 403)
  }

  @Test func `a token that is revoked, expired or unknown is refused at once`() async throws {
    let served = try guarded()
    let secret = try scratch.token([.read], named: "reader")
    #expect(try await served.answer("/cookr/Menu", headers: bearer(secret)).status == 200)
    try ManageTokens(scratch.workspace().tokenFile).revoke("reader")
    for secret in [secret, try expiredToken(), "registry_00", ""] {
      let answer = try await served.answer("/cookr/Menu", headers: bearer(secret))
      #expect(answer.status == 401)
      #expect(answer.problem == "the token is unknown, expired or revoked")
    }
  }

  @Test func `a token is looked up by the name of the package itself`() async throws {
    let served = try guarded()
    let token = try scratch.token([.read, .yank], named: "json", components: "*json")
    for path in ["/cookr/Menu.json", "/cookr/%4Denu.json"] {
      #expect(try await served.answer(path, headers: bearer(token)).status == 403)
    }
    // Elsewhere the name has one spelling.
    for path in ["/cookr/Menu.json/1.0.0", "/cookr/Menu.json/1.0.0.zip"] {
      #expect(try await served.answer(path, headers: bearer(token)).status == 400)
    }
    let url = "/cookr/Menu.json/1.0.0?reason=mine"
    #expect(try await served.answer(url, .delete, headers: bearer(token)).status == 400)
    #expect(try scratch.log(of: "Menu").yank(of: SemanticVersion("1.0.0")) == nil)
    var publication = Publication()
    publication.name = "Menu.json"
    publication.version = "1.1.0"
    let publisher = try scratch.token([.publish], named: "publisher", components: "*json")
    #expect(try await publication.send(to: served, token: publisher).status == 400)
  }

  @Test func `a token for some components sees no others on overviews`() async throws {
    try scratch.makeApp()
    var options = RegistryService.Options()
    options.guardsReading = true
    let served = try Served(options: options)
    let all = bearer(try scratch.token([.read], named: "all"))
    let kitchen = bearer(try scratch.token([.read], named: "kitchen", components: "K*"))
    for path in ["/registry.json", "/graph.json", "/apps.json"] {
      let whole = try await served.answer(path, headers: all)
      #expect(whole.text.contains("\"Menu\""))
      let part = try await served.answer(path, headers: kitchen)
      #expect(part.text.contains("\"Kitchen\""))
      #expect(!part.text.contains("Menu"))
      #expect(part["ETag"] != whole["ETag"])
    }
    for path in ["/", "/graph", "/apps"] {
      var headers = kitchen
      headers[.accept] = "text/html"
      let page = try await served.answer(path, headers: headers)
      #expect(page.status == 200)
      #expect(!page.text.contains("Menu"))
    }
    let menu = bearer(try scratch.token([.read], named: "menu", components: "Menu"))
    let history = try await served.answer("/cookr/Menu/history.json", headers: menu)
    #expect(!history.text.contains("Kitchen"))
  }

  @Test func `an answer that only some may read is not for shared caches`() async throws {
    let served = try guarded()
    let headers = bearer(try scratch.token([.read], named: "reader"))
    let answer = try await served.answer("/cookr/Menu/1.0.0.zip", headers: headers)
    #expect(answer["Cache-Control"] == "private, max-age=31536000, immutable")
  }

  @Test func `ten failures block wrong tokens, but no valid token at the same address`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let right = bearer(try scratch.token([.read], named: "reader"))
    var options = RegistryService.Options()
    options.guardsReading = true
    let start = ContinuousClock.now
    // Time stands still.
    options.now = { start }
    let served = try Served(options: options)
    for _ in 0..<10 {
      let refused = try await served.answer("/cookr/Menu", headers: bearer("wrong"))
      #expect(refused.status == 401)
    }
    let waiting = try await served.answer("/cookr/Menu", headers: bearer("wrong"))
    #expect(waiting.status == 429)
    #expect(waiting.headers[.retryAfter] != nil)
    #expect(try await served.answer("/cookr/Menu", headers: right).status == 200)
  }

  @Test func `reading that needs no token takes no notice of an unknown one`() async throws {
    let served = try scratch.served()
    for path in ["/cookr/Menu", "/cookr/Menu/1.0.0.zip", "/identifiers?url=https://a.example/b"] {
      let plain = try await served.answer(path)
      #expect(try await served.answer(path, headers: bearer("wrong")).status == plain.status)
    }
    // Writing does.
    let url = "/cookr/Menu/1.0.0?reason=mine"
    _ = try scratch.token()
    #expect(try await served.answer(url, .delete, headers: bearer("wrong")).status == 401)
  }

  /// Root alone can give files away.
  @Test(.enabled(if: geteuid() == 0))
  func `token files that root writes belong to the owner of their folder`() throws {
    let folder = "\(scratch.folder)/git"
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.ownerAccountID: 4_242, .groupOwnerAccountID: 4_243]
    )
    let tokens = ManageTokens(TokenFile(path: "\(folder)/registry-tokens.json"))
    _ = try tokens.create(.init(name: "ci", permissions: [.read]))
    for name in ["", ".lock"] {
      let facts = try FileManager.default.attributesOfItem(atPath: tokens.file.path + name)
      #expect(facts[.ownerAccountID] as? Int == 4_242)
      #expect(facts[.groupOwnerAccountID] as? Int == 4_243)
    }
  }

  @Test func `a login tells whether a token is good`() async throws {
    let served = try guarded()
    #expect(try await served.answer("/login", .post).status == 501)
    let secret = try scratch.token([.read], named: "reader")
    #expect(try await served.answer("/login", .post).status == 401)
    #expect(try await served.answer("/login", .post, headers: bearer("wrong")).status == 401)
    #expect(try await served.answer("/login", .post, headers: bearer(secret)).status == 200)
    #expect(try await served.answer("/login", headers: bearer(secret)).status == 405)
  }

  @Test func `the file of the tokens is its owner's alone and holds no secret`() async throws {
    let served = try guarded()
    let secret = try scratch.token([.read], named: "reader")
    let path = "\(scratch.path)/.git/registry-tokens.json"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try scratch.read(".git/registry-tokens.json")
    #expect(!text.contains(secret) && !text.contains(secret.dropFirst("registry_".count)))
    // Noticed at once, although the content is the same.
    #expect(try await served.answer("/cookr/Menu", headers: bearer(secret)).status == 200)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(try await served.answer("/cookr/Menu", headers: bearer(secret)).status == 500)
  }
}

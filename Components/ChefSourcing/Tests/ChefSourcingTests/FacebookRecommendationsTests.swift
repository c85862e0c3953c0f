import FlowKit
import HTTPClientTesting
import Testing

@testable import ChefSourcing

/// The Graph API's shape over real sockets.
@Suite(.timeLimit(.minutes(1))) struct FacebookRecommendationsTests {
  @Test func `each friend who likes a chef's Page is counted`() async throws {
    let server = try LoopbackServer(
      .json(
        """
        {"data": [
          {"id": "101", "name": "Ada", "likes": {"data": [
            {"id": "9001", "username": "mai.srisai"}, {"id": "9002", "username": "Anong.Boonmee"},
            {"id": "9003"}], "paging": {"cursors": {"before": "b", "after": "a"}}}},
          {"id": "102", "likes": {"data": [
            {"id": "9001", "username": "mai.srisai"}, {"id": "9001", "username": "mai.srisai"}]}},
          {"id": "103"}],
         "paging": {"cursors": {"before": "x", "after": "y"}}, "summary": {"total_count": 412}}
        """
      )
    )
    defer { server.stop() }
    #expect(try await counts(from: server) == ["mai-srisai": 2, "anong-boonmee": 1])
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "GET /v25.0/me/friends?\(Self.friendFields)&limit=25 HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer EAAB-secret")
  }

  @Test func `all pages are read, of the friends first and then of what they like`() async throws {
    let server = try LoopbackServer(
      .json(
        """
        {"data": [{"id": "101", "likes": {"data": [{"id": "1", "username": "anna"}],
          "paging": {"cursors": {"after": "L1"}, "next": "https://graph.facebook.com/l"}}}],
         "paging": {"cursors": {"after": "a+b/c=="}, "next": "https://graph.facebook.com/f"}}
        """
      ),
      // A page may be empty although another follows.
      .json(#"{"data": [], "paging": {"cursors": {"after": "F2"}, "next": "https://x.invalid"}}"#),
      .json(#"{"data": [{"id": "102", "likes": {"data": [{"id": "2", "username": "bob"}]}}]}"#),
      .json(
        """
        {"data": [{"id": "1", "username": "anna"}, {"id": "2", "username": "bob"}],
         "paging": {"cursors": {"after": "L2"}, "next": "https://graph.facebook.com/l"}}
        """
      ),
      .json(#"{"data": [{"id": "3", "username": "carla"}], "paging": {"cursors": {}}}"#)
    )
    defer { server.stop() }
    #expect(try await counts(from: server) == ["anna": 1, "bob": 2, "carla": 1])
    let friends = "/v25.0/me/friends?\(Self.friendFields)&limit=25"
    let likes = "/v25.0/101/likes?fields=username&limit=200"
    let paths = [
      friends, "\(friends)&after=a%2Bb%2Fc%3D%3D", "\(friends)&after=F2", "\(likes)&after=L1",
      "\(likes)&after=L2",
    ]
    #expect(server.requests.map(\.line) == paths.map { "GET \($0) HTTP/1.1" })
  }

  @Test func `the token goes nowhere but to the address of the settings`() async throws {
    let elsewhere = try LoopbackServer(.json(#"{"data": []}"#))
    let server = try LoopbackServer(
      .json(
        """
        {"data": [], "paging": {"cursors": {"after": "F"}, "next": "\(elsewhere.address)/next"}}
        """
      ),
      .status(302, headers: ["Location: \(elsewhere.address)/elsewhere"])
    )
    defer {
      elsewhere.stop()
      server.stop()
    }
    await #expect(throws: unavailable("Facebook answered with status 302")) {
      try await counts(from: server)
    }
    #expect(server.requests.count == 2)
    #expect(elsewhere.requests == [])
  }

  @Test func `paging that never ends is given up with what was read`() async throws {
    let server = try LoopbackServer(
      .json(
        """
        {"data": [{"id": "101", "likes": {"data": [{"id": "1", "username": "anna"}]}}],
         "paging": {"cursors": {"after": "same"}, "next": "https://graph.facebook.com/f"}}
        """
      )
    )
    defer { server.stop() }
    #expect(try await counts(from: server) == ["anna": 1])
    #expect(server.requests.count == 20)
  }

  @Test func `an identifier that would lead to another place is passed over`() async throws {
    let server = try LoopbackServer(
      .json(
        """
        {"data": [{"id": "../evil?x=", "likes": {"data": [{"id": "1", "username": "anna"}],
          "paging": {"cursors": {"after": "L"}, "next": "https://graph.facebook.com/l"}}}]}
        """
      )
    )
    defer { server.stop() }
    #expect(try await counts(from: server) == [:])
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    (190, 400, "Facebook does not accept the access token"),
    (190, 401, "Facebook does not accept the access token"),
    (102, 400, "Facebook does not accept the access token"),
    (200, 403, "the access token lacks a permission"),
    (10, 403, "the access token lacks a permission"),
    (4, 403, "Facebook was asked too often"), (613, 400, "Facebook was asked too often"),
    (2, 500, "Facebook answered with error 2"),
  ])
  func `a refusal is said without the words that may quote the token`(
    code: Int,
    status: Int,
    words: String
  ) async throws {
    let body = """
      {"error": {"message": "Malformed access token EAAB-secret", "type": "OAuthException",
       "code": \(code), "error_subcode": 460, "fbtrace_id": "EJplcsCHuLu"}}
      """
    let headers = [#"WWW-Authenticate: OAuth "Facebook Platform" "invalid_token" "EAAB-secret""#]
    let server = try LoopbackServer(.status(status, headers: headers, body: body))
    defer { server.stop() }
    await #expect(throws: unavailable(words)) { try await counts(from: server) }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    "", "ok", "null", "[]", "{}", #"{"data": {}}"#, #"{"data": [{"name": "Ada"}]}"#,
    #"{"data": [{"id": 7}]}"#, #"{"data": [], "paging": []}"#, #"{"data": [""#,
    String(repeating: "[", count: 100_000), "\u{FF}",
  ])
  func `an answer that cannot be read is reported`(body: String) async throws {
    let server = try LoopbackServer(.json(body))
    defer { server.stop() }
    await #expect(throws: unavailable("Facebook's answer cannot be read")) {
      try await counts(from: server)
    }
  }

  @Test(
    arguments: [
      (.bytes("HTTP/1.1 200 OK\r\nContent-Le"), "Facebook closed the connection"),
      (.silence(after: "HTTP/1.1 200 OK\r\n"), "there was no answer within 0.2 seconds"),
      (
        .json(String(repeating: "[", count: 1_048_577)),
        "Facebook's answer is longer than 1048576 bytes"
      ),
    ] as [(LoopbackServer.Reply, String)]
  )
  func `an answer that does not come whole is said in words`(
    reply: LoopbackServer.Reply,
    words: String
  ) async throws {
    let server = try LoopbackServer(reply)
    defer { server.stop() }
    await #expect(throws: unavailable(words)) {
      try await counts(at: server.address, timeout: .milliseconds(200))
    }
  }

  @Test func `a server that is not there is said to accept no connection`() async throws {
    let port = try RefusingPort()
    await #expect(throws: unavailable("Facebook accepts no connection")) {
      try await counts(at: port.address)
    }
  }

  @Test func `nothing that the server says is repeated`() async throws {
    let server = try LoopbackServer(.bytes("EAAB-secret\r\n\r\n"))
    defer { server.stop() }
    let failure = await #expect(throws: FlowFailure.self) { try await counts(from: server) }
    #expect(failure?.message.contains("secret") == false)
  }

  private static let friendFields = "fields=id%2Clikes.limit%28200%29%7Busername%7D"

  private func counts(from server: LoopbackServer) async throws -> [String: Int] {
    try await counts(at: server.address)
  }

  private func counts(
    at address: String,
    timeout: Duration = .seconds(30)
  ) async throws -> [String: Int] {
    let environment = ["COOKR_FACEBOOK_TOKEN": "EAAB-secret", "COOKR_FACEBOOK_URL": address]
    let settings = try #require(try FacebookSettings.read(from: environment))
    let friends = try await FacebookRecommendations(settings, timeout: timeout).friends()
    return Dictionary(uniqueKeysWithValues: friends.map { ($0.key.rawValue, $0.value) })
  }

  private func unavailable(_ message: String) -> FlowFailure {
    FlowFailure(.unavailable, message)
  }
}

@Suite struct FacebookSettingsTests {
  @Test(arguments: [
    [:], ["COOKR_FACEBOOK_TOKEN": ""], ["COOKR_FACEBOOK_TOKEN": " \n"],
    ["COOKR_FACEBOOK_URL": "https://example.org"], ["COOKR_FACEBOOK_URL": "nonsense"],
  ])
  func `without a token there is nobody to ask`(environment: [String: String]) throws {
    #expect(try FacebookSettings.read(from: environment) == nil)
  }

  @Test(arguments: [
    (nil, "https://graph.facebook.com"), ("", "https://graph.facebook.com"),
    ("https://example.org", "https://example.org"),
    ("https://example.org/graph/", "https://example.org/graph"),
    ("HTTPS://EXAMPLE.ORG:8443\n", "HTTPS://EXAMPLE.ORG:8443"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://localhost", "http://localhost"),
    ("http://[::1]:8080", "http://[::1]:8080"),
  ])
  func `the address is the public one unless another is given`(text: String?, address: String)
    throws
  {
    var environment = ["COOKR_FACEBOOK_TOKEN": "EAAB-secret\n"]
    environment["COOKR_FACEBOOK_URL"] = text
    let settings = try #require(try FacebookSettings.read(from: environment))
    #expect(settings.address == address)
    #expect(settings.token.headers == ["Authorization": "Bearer EAAB-secret"])
  }

  @Test(arguments: [
    "http://example.org", "http://127.0.0.1.example.org", "ftp://127.0.0.1", "example.org",
    "https://", "https:///path", "https://example.org/?a=b", "https://example.org/#top",
    "https://exam ple.org",
  ])
  func `an address that no token may be sent to is refused`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_URL '\(text)', expected an https address without user, query and "
        + "fragment",
      help: "unset it for https://graph.facebook.com; http is for this machine alone"
    )
    #expect(throws: failure) {
      try FacebookSettings.read(
        from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret", "COOKR_FACEBOOK_URL": text]
      )
    }
  }

  @Test(arguments: [
    "https://me:word@example.org", "https://example.org/\u{1B}[2J", "https://exämple.org",
    "http://example.org/" + String(repeating: "x", count: 200),
  ])
  func `an address with a password, or that no terminal should show, is not repeated`(
    text: String
  ) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_URL, expected an https address without user, query and fragment",
      help: "unset it for https://graph.facebook.com; http is for this machine alone"
    )
    #expect(throws: failure) {
      try FacebookSettings.read(
        from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret", "COOKR_FACEBOOK_URL": text]
      )
    }
  }

  @Test(arguments: ["two words", "line\nbreak", "tschüß", "nul\0"])
  func `a token that is none is refused without repeating it`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_TOKEN, expected printable ASCII characters without spaces",
      help: "unset it to go without recommendations"
    )
    #expect(throws: failure) { try FacebookSettings.read(from: ["COOKR_FACEBOOK_TOKEN": text]) }
  }

  @Test func `no description of the settings shows the token`() throws {
    let settings = try FacebookSettings.read(from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret"])
    var shown = "\(settings as Any) \(String(reflecting: settings))"
    dump(settings, to: &shown)
    #expect(shown.contains("(token)"))
    #expect(!shown.contains("EAAB-secret"))
  }
}

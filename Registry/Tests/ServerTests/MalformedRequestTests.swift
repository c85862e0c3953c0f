import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Whatever is wrong with a request, its sender is told so in a problem document.
@Suite(.scratchRepository)
struct MalformedRequestTests {
  /// A request that cannot be answered, and how it is refused.
  struct Refused: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let path: String
    var headers: HTTPFields = [:]
    let status: Int
    let detail: String

    init(
      _ path: String,
      _ status: Int,
      _ detail: String,
      method: HTTPRequest.Method = .get,
      headers: HTTPFields = [:]
    ) {
      self.path = path
      self.status = status
      self.detail = detail
      self.method = method
      self.headers = headers
    }

    var testDescription: String { "\(method) \(path) \(headers)" }
  }

  static let requests = [
    Refused("/nothing", 404, "there is no page or resource at this address"),
    Refused("/cookr", 404, "there is no page or resource at this address"),
    Refused("/cookr/Menu/1.0.0/Other.swift", 404, "there is no page or resource at this address"),
    Refused("/cookr/Soup", 404, "there is no package 'cookr.Soup' in this registry"),
    Refused("/other/Menu", 404, "there is no package 'other.Menu' in this registry"),
    Refused("/cookr/Kitchen", 404, "'Kitchen' was never released"),
    Refused("/cookr/Kitchen/1.0.0", 404, "'Kitchen' has no release '1.0.0'"),
    Refused("/cookr/Menu/1.0.1", 404, "'Menu' has no release '1.0.1'"),
    Refused("/cookr/Menu/1.0.1.zip", 404, "'Menu' has no release '1.0.1'"),
    Refused("/cookr/Menu/1.0.1/Package.swift", 404, "'Menu' has no release '1.0.1'"),
    Refused("/cookr/Menu/1.0.0+x", 404, "'Menu' has no release '1.0.0+x'"),
    Refused("/cookr/Menu/1.0.0+x.zip", 404, "'Menu' has no release '1.0.0+x'"),
    Refused("/cookr/Menu/1.0", 400, "invalid version '1.0', expected major.minor.patch"),
    Refused("/cookr/Menu/01.0.0", 400, "invalid version '01.0.0', number '01' has a leading zero"),
    Refused("/cookr/Menu/latest.zip", 400, "invalid version 'latest', expected major.minor.patch"),
    Refused(
      "/cookr/Menu/%2e%2e%2f1.0.0",
      400,
      "invalid version '../1.0.0', expected major.minor.patch"
    ),
    Refused(
      "/cookr/Me..nu",
      400,
      "invalid component name 'Me..nu', expected only letters, digits and '-' or '_'"
    ),
    Refused(
      "/cookr/%00",
      400,
      "invalid component name '\\0', expected only letters, digits and '-' or '_'"
    ),
    Refused(
      "/-cookr/Menu",
      400,
      "invalid scope name '-cookr', '-' must stand between letters or digits"
    ),
    Refused("/cookr/Menu?page=0", 400, "invalid page '0', expected 1 to 1"),
    Refused("/cookr/Menu?page=2", 400, "invalid page '2', expected 1 to 1"),
    Refused(
      "/cookr/Menu/1.0.0/Package.swift?swift-version=six",
      400,
      "invalid Swift version 'six', expected up to three numbers"
    ),
    Refused(
      "/identifiers",
      400,
      "missing parameter 'url', expected the URL of a repository"
    ),
    Refused(
      "/identifiers?url=https://example.com/cookr",
      404,
      "no package is registered for the repository 'https://example.com/cookr'"
    ),
    Refused(
      "/cookr/Menu",
      405,
      "'DELETE' is not allowed here, expected GET, HEAD",
      method: .delete
    ),
    Refused(
      "/cookr/Menu/1.0.0/Package.swift",
      405,
      "'POST' is not allowed here, expected GET, HEAD",
      method: .post
    ),
    Refused(
      "/cookr/Menu",
      501,
      "the method 'PROPFIND' is not supported",
      method: .init("PROPFIND") ?? .get
    ),
    Refused(
      "/cookr/Menu",
      415,
      "unknown API version '2', expected '1'",
      headers: [.accept: "application/vnd.swift.registry.v2+json"]
    ),
    Refused(
      "/cookr/Menu",
      400,
      "invalid API version '.one', expected '.v1'",
      headers: [.accept: "application/vnd.swift.registry.one+json"]
    ),
    Refused(
      "/cookr/Menu",
      406,
      "only available as 'application/json', which the Accept header excludes",
      headers: [.accept: "application/vnd.swift.registry.v1+zip"]
    ),
    Refused(
      "/cookr/Menu/1.0.0.zip",
      406,
      "only available as 'application/zip', which the Accept header excludes",
      headers: [.accept: "text/html, application/zip;q=0"]
    ),
  ]

  @Test(arguments: requests)
  func `a request that cannot be answered is refused with a problem`(
    _ request: Refused
  ) async throws {
    try Scratch.current.makeMonorepo()
    try Scratch.current.bump("Menu", "1.0.0")
    let answer = try await Served().answer(
      request.path,
      request.method,
      headers: request.headers
    )
    #expect(answer.status == request.status)
    #expect(answer.problem == request.detail)
  }

  @Test(arguments: [
    "application/vnd.swift.registry.v1+json", "application/vnd.swift.registry+json",
    "application/vnd.swift.registry.v1", "application/json", "*/*", "application/*;q=0.1",
    "text/html, APPLICATION/JSON", "", "application/vnd.swift.registry.v2+json, */*",
  ])
  func `a request that accepts the type of the answer gets it`(_ accept: String) async throws {
    try Scratch.current.makeMonorepo()
    try Scratch.current.bump("Menu", "1.0.0")
    #expect(try await Served().answer("/cookr/Menu", headers: [.accept: accept]).status == 200)
  }

  /// Whether two letters of flags are one flag depends on all letters before them.
  @Test(.timeLimit(.minutes(10)))
  func `a long header takes as long as its bytes`() async throws {
    try Scratch.current.makeMonorepo()
    try Scratch.current.bump("Menu", "1.0.0")
    let accept = String(repeating: "\u{1F1E6}", count: 300_000) + ", text/plain"
    #expect(try await Served().answer("/cookr/Menu", headers: [.accept: accept]).status == 406)
  }

  @Test func `a refused head has no body`() async throws {
    try Scratch.current.makeMonorepo()
    let answer = try await Served().answer("/cookr/Soup", .head)
    #expect(answer.status == 404)
    #expect(answer["Content-Type"] == "application/problem+json")
    #expect(answer.bytes == [])
  }
}

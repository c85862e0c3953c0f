import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What cannot be published is refused and leaves nothing behind.
@Suite(.scratchRepository)
struct RefusedPublicationTests {
  let scratch = Scratch.current

  @Test func `nothing is published where there are no tokens`() async throws {
    let served = try scratch.served()
    let answer = try await Publication().send(to: served, token: "registry_00")
    #expect(answer.status == 405)
    #expect(answer.problem == "publishing is disabled: this registry has no tokens")
    #expect(answer["Allow"] == "GET, HEAD")
  }

  @Test func `publishing without a token for the component is refused`() async throws {
    let served = try scratch.served()
    let kitchen = try scratch.token(named: "kitchen", components: "Kitchen")
    #expect(try await Publication().send(to: served, token: nil).status == 401)
    #expect(try await Publication().send(to: served, token: "wrong").status == 401)
    #expect(try await Publication().send(to: served, token: kitchen).status == 403)
  }

  /// What is wrong with a publication, and how it is refused.
  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let change: @Sendable (inout Publication) -> Void

    init(_ what: String, _ status: Int, _ change: @escaping @Sendable (inout Publication) -> Void) {
      testDescription = what
      self.status = status
      self.change = change
    }
  }

  static let publications = [
    Refused("a malformed version", 400) { $0.version = "1.0" },
    Refused("a malformed name", 400) { $0.name = "So.up" },
    Refused("a version that no client can read", 400) { $0.version = "99999999999999999999.0.0" },
    Refused("another content type", 415) { $0.headers[.contentType] = "application/zip" },
    Refused("no boundary", 400) { $0.headers[.contentType] = "multipart/form-data" },
    Refused("another boundary", 400) {
      $0.headers[.contentType] = "multipart/form-data;boundary=other"
    },
    Refused("a compressed body", 415) { $0.headers[.contentEncoding] = "gzip" },
    Refused("an unknown API version", 415) {
      $0.headers[.accept] = "application/vnd.swift.registry.v3+json"
    },
    Refused("no archive but some bytes", 422) { $0.archive = [1, 2, 3] },
    Refused("an archive that was cut short", 422) {
      $0.archive = (try? $0.zip()).map { $0.dropLast(10) }
    },
    Refused("no manifest", 422) { $0.files["Package.swift"] = nil },
    Refused("a manifest that is none", 422) { $0.files["Package.swift"] = "hello" },
    Refused("a dependency by path", 422) {
      $0.files["Package.swift"] = Publication.manifest(
        "Soup",
        dependencies: #".package(path: "../Menu")"#
      )
    },
    Refused("a dependency by branch", 422) {
      $0.files["Package.swift"] = Publication.manifest(
        "Soup",
        dependencies: #".package(url: "https://git.invalid/salt", branch: "main")"#
      )
    },
    Refused("unsafe flags for some versions of Swift", 422) {
      $0.files["Package@swift-6.0.swift"] = $0.files["Package.swift"]?.replacing(
        "dependencies: [])]",
        with: #"swiftSettings: [.unsafeFlags(["-Onone"])])]"#
      )
    },
    Refused("a dependency on what is not there", 422) {
      $0.files["Package.swift"] = Publication.manifest(
        "Soup",
        dependencies: #".package(id: "cookr.Salt", from: "1.0.0")"#
      )
    },
    Refused("a requirement that no release meets", 422) {
      $0.files["Package.swift"] = Publication.manifest(
        "Soup",
        dependencies: #".package(id: "cookr.Menu", from: "2.0.0")"#
      )
    },
    Refused("metadata that is no JSON", 422) { $0.metadata = "{" },
    Refused("metadata that is nested too deeply", 422) {
      $0.metadata = #"{"a":"# + String(repeating: "[", count: 500_000)
    },
    Refused("too much metadata", 413) {
      $0.metadata = #"{"a":""# + String(repeating: "a", count: 1 << 20) + #""}"#
    },
    Refused("more manifests than there are versions of Swift", 422) {
      for number in 0..<32 {
        $0.files["Package@swift-6.\(number).swift"] = Publication.manifest("Soup")
      }
    },
    Refused("metadata that is no object", 422) { $0.metadata = "[]" },
    Refused("git's own folder", 422) { $0.files[".git/config"] = "" },
    Refused("attributes of git in a line that is too long", 422) {
      $0.files["Sources/.gitattributes"] = String(repeating: "a", count: 2_048)
    },
    Refused("submodules of git in a folder", 422) { $0.files[".gitmodules/list"] = "" },
    Refused("a submodule with an option as its URL", 422) {
      $0.files[".gitmodules"] = "[submodule \"a\"]\npath = a\nurl = -u./evil\n"
    },
    Refused("a submodule outside, by another name of the file", 422) {
      $0.files["GITMOD~1"] = "[submodule \"../a\"]\npath = a\nurl = https://git.invalid/a\n"
    },
    Refused("a name that is a device on Windows", 422) {
      $0.name = "Aux"
      $0.files["Package.swift"] = Publication.manifest("Aux")
    },
    Refused("a repository that is not a URL", 422) {
      $0.metadata = #"{"repositoryURLs":["here"]}"#
    },
    Refused("a repository that nobody confirms", 422) {
      $0.metadata = #"{"repositoryURLs":["https://git.invalid/soup"]}"#
    },
    Refused("a link to nothing", 422) { $0.links["Sources/Soup/salt"] = "pepper" },
    Refused("a link to nothing in the place of the manifest", 422) {
      $0.files["Package.swift"] = nil
      $0.links["Package.swift"] = "Package"
    },
    Refused("links in a circle", 422) {
      $0.links = ["Sources/salt": "pepper", "Sources/pepper": "salt"]
    },
    Refused("a link with the name of a file that git reads", 422) {
      $0.files["Sources/list"] = ""
      $0.links["Sources/.gitmodules"] = "list"
    },
    Refused("a link to its own folder", 422) { $0.links["Sources/Soup/more"] = "../Soup" },
  ]

  @Test(arguments: publications)
  func `publishing refuses invalid packages and changes nothing`(_ refused: Refused) async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    refused.change(&publication)
    let before = try scratch.git("rev-parse", "HEAD")
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == refused.status, "\(answer.text)")
    #expect(answer.problem != nil)
    if !publication.links.isEmpty { #expect(answer.problem?.contains("link") == true) }
    #expect(try scratch.git("rev-parse", "HEAD") == before)
    #expect(try scratch.git("status", "--porcelain") == "")
  }
}

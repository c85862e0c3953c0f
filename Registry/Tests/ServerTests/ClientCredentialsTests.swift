import Foundation
import Publish
@testable import Sharing
import Testing

/// What is read of SwiftPM's files and of headers.
struct ClientCredentialsTests {
  @Test func `a netrc file has a password for each host`() {
    let netrc = Netrc(
      """
      # machine commented login no password no
      machine registry.example.com
        login ada
        password "p w"
      macdef init
      machine macro login no password no

      machine other.example.com login token password t0
      default login anonymous password guest
      """
    )
    #expect(netrc.entry(of: "OTHER.example.com")?.password == "t0")
    #expect(netrc.entry(of: "registry.example.com")?.login == "ada")
    #expect(netrc.entry(of: "macro")?.login == "anonymous")
    #expect(Netrc("machine a login b").entry(of: "c") == nil)
    #expect(Netrc("login b machine").entry(of: "c") == nil)
  }

  @Test(arguments: [
    ("token", Authorization.token("t0")), ("basic", .password(user: "ada", password: "t0")),
    ("other", nil),
  ])
  func `the kind comes from the client's configuration`(
    _ kind: String,
    _ expected: Authorization?
  ) throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: home) }
    let folder = home.appending(path: ".swiftpm/configuration")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(
      #"{"version":1,"authentication":{"registry.example.com:8443":{"type":"\#(kind)"}}}"#.utf8
    ).write(to: folder.appending(path: "registries.json"))
    try Data("machine registry.example.com login ada password t0".utf8)
      .write(to: home.appending(path: ".netrc"))
    func found(_ url: String) throws -> Authorization? {
      try ClientCredentials.authorization(
        for: RegistryAddress(url),
        in: nil,
        home: home.path(percentEncoded: false)
      )
    }
    #expect(try found("https://registry.example.com:8443/swift") == expected)
    #expect(try found("https://registry.example.com/swift") == nil)
  }

  @Test(arguments: [
    ("</b?page=2>; rel=\"next\"", "https://a.example/b?page=2"),
    ("<https://c.example/d>; rel=\"next\", <x>; rel=\"last\"", "https://c.example/d"),
    ("<x>; rel=\"last\", </y>; rel=\"next\"", "https://a.example/y"),
    ("<http://a.example/y>; rel=\"next\"", nil), ("<y>; rel=\"next\"", nil), ("next", nil),
  ])
  func `a link is followed to what is as safe`(_ header: String, _ target: String?) {
    #expect(LinkHeader(header).target(of: "next", from: "https://a.example/b") == target)
  }
}

import Model
import Testing

struct RepositoryPatternTests {
  @Test(arguments: [
    ("https://git.example.com/soup", "ssh://git@git.example.com/Soup.git"),
    ("https://git.example.com/team/*", "git@git.example.com:team/soup"),
    ("https://git.example.com/*/soup*", "https://git.example.com/team/soup-kit.git"),
    ("https://git.example.com:8443/team/*", "https://git.example.com:8443/other/../team/soup"),
    ("*", "https://git.example.com/soup"),
  ])
  func `a URL in any spelling matches`(_ pattern: String, _ url: String) throws {
    #expect(try RepositoryPattern(pattern).matches(RepositoryURL(url)))
  }

  @Test(arguments: [
    ("https://git.example.com/soup", "https://git.example.com/soup2"),
    ("https://git.example.com/team/*", "https://git.example.com/team"),
    ("https://git.example.com/team/*", "https://git.example.org/team/soup"),
    ("https://git.example.com/team/*", "https://evil.invalid/git.example.com/team/soup"),
    ("https://git.example.com/team/*", "https://git.example.com@evil.invalid/team/soup"),
    ("https://git.example.com/team/*", "javascript://git.example.com/team/soup"),
    ("https://git.example.com/team/*", "file://git.example.com/team/soup"),
    ("https://git.example.com/team/*", "/git.example.com/team/soup"),
    ("https://git.example.com/team/*", "https://git.example.com/team/../other/soup"),
    ("https://git.example.com/team/*", "https://git.example.com/team/%2e%2E/other/soup"),
    ("https://git.example.com/team/*", "https://git.example.com/team/..%2Fother/soup"),
    ("https://git.example.com/team/*", "https://git.example.com:8443/team/soup"),
    ("https://git.example.com:8443/team/*", "https://git.example.com/team/soup"),
    ("*", "javascript://git.example.com/team/soup"), ("*", "file:///srv/soup"),
  ])
  func `another URL does not match`(_ pattern: String, _ url: String) throws {
    #expect(try !RepositoryPattern(pattern).matches(RepositoryURL(url)))
  }

  @Test(arguments: ["", "soup", "https://*.example.com/soup", "https://*/soup", "https://a:b@c/d"])
  func `creating a repository pattern refuses URLs without a host or with a password`(
    _ pattern: String
  ) {
    #expect(throws: RepositoryURL.Fault.self) { try RepositoryPattern(pattern) }
  }
}

import Model
import Testing

struct RepositoryURLTests {
  @Test(arguments: [
    "https://git.example.com/acme/swift-menu", "https://Git.Example.com/Acme/Swift-Menu.git/",
    "ssh://git@git.example.com:22/acme/swift-menu.git", "git@git.example.com:acme/swift-menu",
    "http://ada@git.example.com:80/acme//swift-menu.GIT", "git://git.example.com:/acme/swift-menu",
    "https://git.example.com/./other/../acme/swift-menu",
    "https://git.example.com/other/%2E%2e/%61cme/swift-menu",
  ])
  func `spellings of one repository are known as the same`(text: String) throws {
    let url = try RepositoryURL(text)
    #expect(url.canonical == "git.example.com/acme/swift-menu")
    #expect(url.packageName.lowercased() == "swift-menu")
  }

  @Test func `others are not`() throws {
    let canonical = try [
      "https://git.example.com/acme/menu", "https://git.example.com/menu",
      "https://example.com/acme/menu", "/srv/acme/menu", "file:///srv/menu",
      "https://git.example.com:8443/acme/menu", "https://git.example.com:22/acme/menu",
      "ssh://git@git.example.com:7999/acme/menu", "/git.example.com/acme/menu",
      "file://git.example.com/acme/menu", "javascript://git.example.com/acme/menu",
      "ext::git.example.com/acme/menu",
    ].map { try RepositoryURL($0).canonical }
    #expect(Set(canonical).count == 12)
  }

  @Test(arguments: [
    ("https://git.example.com/menu", true), ("HTTP://git.example.com/menu", true),
    ("ssh://git@git.example.com/menu", true), ("git@git.example.com:menu", true),
    ("file:///srv/menu", false), ("/srv/menu", false), ("javascript://git.example.com/menu", false),
    ("ext::program", false),
  ])
  func `a repository is reached over a network by these schemes`(_ text: String, _ expected: Bool)
    throws
  {
    #expect(try RepositoryURL(text).isNetworked == expected)
  }

  @Test(arguments: [
    "https://git.example.com?@evil.invalid/menu", "https://a#@git.example.com/menu",
  ])
  func `a host that programs read differently is refused`(_ text: String) {
    #expect(throws: RepositoryURL.Fault.self) { try RepositoryURL(text) }
  }
}

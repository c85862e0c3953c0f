import RegistryModel
import Testing

struct RepositoryURLTests {
  @Test(arguments: [
    "https://git.example.com/acme/swift-menu", "https://Git.Example.com/Acme/Swift-Menu.git/",
    "ssh://git@git.example.com:22/acme/swift-menu.git", "git@git.example.com:acme/swift-menu",
    "http://ada@git.example.com:8080/acme//swift-menu.GIT",
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
    ].map { try RepositoryURL($0).canonical }
    #expect(Set(canonical).count == 5)
  }
}

import Content
import Testing

/// Where a repository is shared, as its remotes say.
struct RepositoryOriginTests {
  @Test(arguments: [
    ("https://git.example.com/bistro/shop.git", "git.example.com bistro shop"),
    ("https://ada:secret@Git.Example.com:8443/Bistro/shop", "git.example.com Bistro shop"),
    ("ssh://git@git.example.com:22/bistro/group/shop.git/", "git.example.com bistro shop"),
    ("git@git.example.com:bistro/swift-shop.git", "git.example.com bistro swift-shop"),
    ("git.example.com:bistro/shop", "git.example.com bistro shop"),
  ])
  func `a URL names host, owner and repository`(url: String, parts: String) throws {
    let origin = try #require(RepositoryOrigin(url: url))
    #expect("\(origin.host) \(origin.owner) \(origin.name)" == parts)
  }

  @Test(arguments: [
    "", "/srv/git/shop.git", "../shop", "file:///srv/git/shop.git", "https://git.example.com",
    "https://git.example.com/shop.git", "git@git.example.com:shop.git", "./a:b/c",
  ])
  func `a place on this machine, or one without an owner, names nothing`(url: String) {
    #expect(RepositoryOrigin(url: url) == nil)
  }
}

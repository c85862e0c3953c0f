import Git
import Testing

struct TreePathTests {
  @Test(arguments: [
    "/", "/a", "a/", "a//b", "a/../b", "./a", "..", "a/.git/b", "a\\b", "a\0b", "../\u{301}a",
  ])
  func `a path that is not plain is refused`(path: String) {
    #expect(code { _ = try TreePath(path) } == .invalid)
  }

  @Test(arguments: ["", "."])
  func `nothing and a dot are the root`(path: String) throws {
    #expect(try TreePath(path) == .root)
  }

  @Test func `a path is inside itself, its parents and the root`() throws {
    let path = try TreePath("a/b")
    #expect(path.isInside(path))
    #expect(path.isInside(try TreePath("a")))
    #expect(path.isInside(.root))
    #expect(try !TreePath("ab").isInside(TreePath("a")))
    #expect(try !TreePath("a").isInside(path))
  }

  @Test func `paths are equal by their bytes`() throws {
    #expect(try TreePath("é") != TreePath("e\u{301}"))
  }

  @Test func `paths are put together without stray slashes`() throws {
    let path = try TreePath("a")
    #expect(TreePath.root.appending(path) == path)
    #expect(path.appending(.root) == path)
    #expect(path.appending(path).string == "a/a")
  }
}

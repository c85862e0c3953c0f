import Base
import Git
import Testing

struct TreePathTests {
  @Test(arguments: [
    "/", "/a", "a/", "a//b", "a/../b", "./a", "..", "a/.git/b", "a\\b", "a\0b", "../\u{301}a",
  ])
  func `a path that is not plain is refused`(path: String) {
    let error = #expect(throws: OperationError.self) { try TreePath(path) }
    #expect(error?.code == .invalidPath)
  }

  @Test(arguments: ["", "."])
  func `nothing and a dot are the root`(path: String) throws {
    #expect(try TreePath(path) == .root)
  }

  @Test func `splitting a path compares bytes, not characters`() throws {
    let text = "/\u{301}a//b/\u{301}/../c"
    #expect(TreePath.names(in: text) == ["\u{301}a", "b", "\u{301}", "..", "c"])
    #expect(TreePath.names(in: text, keepingEmpty: true).count == 7)
    #expect(TreePath.isAbsolute(text))
    #expect(try TreePath.names(in: text, from: TreePath("d")) == ["d", "\u{301}a", "b", "c"])
    #expect(try TreePath.names(in: "../\u{301}a/../../..", from: TreePath("d")) == nil)
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

  @Test(arguments: [
    ("a/b", "a/c/d", "../c/d"), (".", "a", "a"), ("a", ".", ".."), ("a", "a", ""),
    ("a", "é/b", "../é/b"),
  ])
  func `a folder is named from another one`(folder: String, other: String, way: String) throws {
    #expect(try TreePath(folder).way(to: TreePath(other)) == way)
  }

  @Test func `the root is spelled as a dot`() throws {
    #expect("\(TreePath.root)" == ".")
    #expect(TreePath.root.string == "")
  }

  @Test func `paths sort by their bytes`() throws {
    let sorted = [
      "", "Components/A", "Components/A-b", "Components/A/b", "Components/B", "é", "\u{ff5e}", "💛",
    ]
    #expect(try sorted.reversed().map { try TreePath($0) }.sorted().map(\.string) == sorted)
  }
}

import Git
import ScratchRepositories
import Testing

/// The rules for files that git reads itself, against git's own.
@Suite(.scratchRepository)
struct GitFileTests {
  let scratch = Scratch.current

  /// Whether git refuses a file of that name and content.
  private func isRefused(_ name: String, _ content: [UInt8]) throws -> Bool {
    let blob = try scratch.git("hash-object", "-w", "--stdin", input: content)
    let line = Array("100644 blob \(blob)\t\(name)\n".utf8)
    let tree = try scratch.git("mktree", input: line)
    let commit = try scratch.git("commit-tree", "-m", "Add it", tree)
    try scratch.git("update-ref", "refs/heads/main", commit)
    do {
      try scratch.git("fsck", "--strict")
      return false
    } catch {
      return true
    }
  }

  private func isFaulty(_ name: String, _ content: [UInt8]) -> Bool {
    GitFile(named: name)?.fault(in: content) != nil
  }

  private static func module(_ name: String = "a", _ lines: String...) -> String {
    "[submodule \"\(name)\"]\n" + lines.map { "\t\($0)\n" }.joined()
  }

  @Test(arguments: [
    "", "# a comment\n; another\n", module("a", "path = a", "url = https://git.example.com/a"),
    module("a", "url = ../a.git", "update = rebase"), module("a", "url = git@git.example.com:a"),
    module("a", "url = /srv/git/a"), module("a", "url"), module("a/..b", "url = ./a"),
    module("a", "url = https://a:443/b"), module("a", "url = http::https://git.example.com/a"),
    module("a", "url = https://u%40x:p@[::1]:80/a"), "[core]\nurl = -evil\n",
    "[submodule \"a\"] # why\nurl = https://a/b ; -evil\n",
  ])
  func `submodules that git takes are taken`(_ text: String) throws {
    let content = Array(text.utf8)
    #expect(!isFaulty(".gitmodules", content))
    #expect(try !isRefused(".gitmodules", content))
  }

  @Test(arguments: [
    module("../a", "url = ./a"), module("a/../b", "url = ./a"), module("a\\\\..", "path = a"),
    module("", "path = a"), module("a", "url = -u./evil"), module("a", "url = \"-u./evil\""),
    module("a", "URL = \\\n-evil"), module("a", "path = -p"), module("a", "update = !touch a"),
    module("a", "url = \"https://git.example.com/a%0ab\""), module("a", "url = ./a%0ab"),
    module("a", "url = https:///a"), module("a", "url = ../../../:a.git"),
    module("a", "url = ../../..//a.git"), "[submodule.b \"x\"]\nurl = -evil\n",
    "[submodule.b]\nurl = -evil\n", module("../\u{301}a", "url = ./a"),
    module("a", "url = -\u{301}evil"), module("a", "update = !\u{301}touch a"),
    "[SubModule \"a\"] url = -evil",
    "[submodule \"a\"]\r\n\turl = -evil\r\n",
  ])
  func `submodules that git refuses are refused`(_ text: String) throws {
    let content = Array(text.utf8)
    #expect(isFaulty(".gitmodules", content))
    #expect(try isRefused(".gitmodules", content))
  }

  /// Which other programs of git than the one here may read.
  @Test(arguments: [
    module("a", "url = https://:80/a"), module("a", "url = https://a:99999/b"),
    module("a", "url = \"https://a b/c\""), module("a", "url = https://a/../../b"),
    "\u{FEFF}[submodule \"a\"]\nurl=-a\n", "[submodule", "[submodule \"a]", "url = a\n",
    "[a]\n1 = 2\n", "[a]\nb = \"c\n", "\0",
  ])
  func `checking refuses a submodules file that some versions of git refuse or cannot parse`(
    _ text: String
  ) {
    #expect(isFaulty(".gitmodules", Array(text.utf8)))
  }

  @Test(arguments: [2_047, 2_048])
  func `lines of attributes have the length that git reads`(_ count: Int) throws {
    let line = Array(repeating: UInt8(ascii: "a"), count: count)
    for content in [line, [0x0A] + line + [0x0A]] {
      #expect(try isFaulty(".gitattributes", content) == isRefused(".gitattributes", content))
      #expect(isFaulty(".gitattributes", content) == (count == 2_048))
    }
  }

  @Test(arguments: [
    ".gitmodules", ".GitModules", ".gitmodules ", ".gitmodules.", ".gitmodules:$DATA", "GITMOD~1",
    "gitmod~4", "gi7eba~1", "GI7EB~10", ".g\u{200c}itmodules", "gitmodules", ".gitmodule",
    "gitmod~",
    ".gitmodules2", "a.gitmodules", ".gitignore", "gitm~1",
  ])
  func `a file is known by each name that some system has for it`(_ name: String) throws {
    let content = Array(Self.module("a", "url = -evil").utf8)
    #expect(try isFaulty(name, content) == isRefused(name, content))
  }
}

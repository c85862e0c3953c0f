import Git
import Testing

struct TreeNameRulesTests {
  @Test(arguments: [
    "Package.swift", ".gitignore", ".gitattributes", "a b", "é", "…", "git", "git~", "git~one",
    "x.git", ".github", "..a", "a..", "💛", "a:b", "-f", "~",
  ])
  func `an ordinary name may be written`(name: String) {
    #expect(TreeNameRules.fault(in: name) == nil)
  }

  @Test(arguments: [
    "", ".", "..", "a/b", "a\\b", "a\0", "a\nb", "\u{7f}", "\u{85}",
    ".git", ".GIT", ".Git", "git~1", "GIT~1", "git~2", "GIT~12",
    ".git.", ".git ", ".git. . ", ".git:x", ".git::$INDEX_ALLOCATION", ".git .:x", "git~1.",
    ".g\u{200c}it", "\u{feff}.git", ".git\u{200d}", ".\u{206a}git", ".g\u{200b}it", ".g\u{2060}it",
    ".\u{200c}.", "\u{200c}", ". ", ".. ", "...", " ", ":x", "..:x", "x::$INDEX_ALLOCATION",
    "x:$DATA", String(repeating: "x", count: 256),
  ])
  func `checking a name finds a fault if some system takes it for something else`(name: String) {
    #expect(TreeNameRules.fault(in: name) != nil)
  }

  @Test(arguments: [[0xff], [0x61, 0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80]] as [[UInt8]])
  func `bytes that are not UTF-8 may not`(bytes: [UInt8]) {
    #expect(TreeNameRules.fault(inBytes: bytes) != nil)
  }

  @Test(arguments: [
    ("README", "readme"), ("é", "e\u{301}"), ("É", "e\u{301}"), ("straße", "STRASSE"),
    ("a", "a."), ("a", "a "), ("a", "A\u{200d}"), ("a", "a:s"), ("Ⅷ", "ⅷ"), ("Å", "\u{212b}"),
  ])
  func `names that are one file somewhere have one key`(one: String, other: String) {
    #expect(TreeNameRules.collisionKey(of: one) == TreeNameRules.collisionKey(of: other))
  }

  @Test(arguments: [("a", "b"), ("a", "á"), ("a.b", "a_b"), ("a-b", "ab"), (".a", "a")])
  func `names that differ everywhere have two`(one: String, other: String) {
    #expect(TreeNameRules.collisionKey(of: one) != TreeNameRules.collisionKey(of: other))
  }
}

import Base
import Git
import Testing

@testable import Apps

/// The refusal of names that a file system cannot hold, without such a file system.
struct LayoutNameTests {
  private let names = ["docs/README.md", "docs/guide.md", "docs/readme.md"]
    .map { TreePath(unchecked: $0) }

  @Test func `two names that are one file are both named with their whole paths`() {
    #expect(
      LayoutUpdate.refusal(of: names, (index: 2, fault: .same(as: 0)), in: "/clone/app")
        == OperationError(
          .collision,
          "'docs/README.md' and 'docs/readme.md' are the same file on the file system of"
            + " '/clone/app'",
          help: "rename one of them with 'git mv', or use a clone on a file system that has both"
        )
    )
  }

  @Test func `two Unicode forms of a name are told apart by the numbers of their characters`() {
    let forms = ["caf\u{E9}", "cafe\u{301}"].map { TreePath(unchecked: $0) }
    #expect(
      LayoutUpdate.refusal(of: forms, (index: 1, fault: .same(as: 0)), in: "/clone/app").message
        == #"'caf\u{00E9}' and 'cafe\u{0301}' are the same file on the file system of '/clone/app'"#
    )
  }

  @Test func `a name that is refused is named with its whole path and the reason`() {
    #expect(
      LayoutUpdate.refusal(of: names, (index: 1, fault: .refused("denied")), in: "/clone/app")
        == OperationError(
          .inputOutput,
          "the file system of '/clone/app' cannot hold 'docs/guide.md': denied",
          help: "rename it with 'git mv', or use a clone on another file system"
        )
    )
  }
}

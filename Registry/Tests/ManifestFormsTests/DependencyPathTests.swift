import Base
import Git
import ManifestForms
import Testing

@Suite struct DependencyPathTests {
  @Test(
    arguments: [
      ("../FlowKit", "Components/Payments", "Components/FlowKit"),
      ("../FlowKit/", "Components/Payments", "Components/FlowKit"),
      (".././//FlowKit/.", "Components/Payments", "Components/FlowKit"),
      ("../../Components/FlowKit", "Components/Payments", "Components/FlowKit"),
      ("Components/FlowKit", ".", "Components/FlowKit"),
      ("./Components/FlowKit", ".", "Components/FlowKit"),
      ("Nested", "Components/Payments", "Components/Payments/Nested"),
      ("../..", "Components/Payments", "."),
      ("../Größe/名前", "Components/Payments", "Components/Größe/名前"),
    ]
  )
  func `a path leads from the package to a place in the repository`(
    written: String,
    package: String,
    resolved: String
  ) throws {
    #expect(try TreePath(package).following(written) == TreePath(resolved))
  }

  @Test(arguments: [
    "..", "../..", "a/../../b", "/FlowKit", "~/FlowKit", "file:///FlowKit",
    // A mark makes one character of itself and the slash before it, and two for every system.
    "../\u{301}FlowKit", "/\u{301}FlowKit",
  ])
  func `a path that leaves the repository is refused`(written: String) {
    let error = #expect(throws: OperationError.self) {
      try TreePath.root.following(written)
    }
    #expect(error?.code == .outsideRepository)
  }

  @Test(arguments: ["", "a\0b", "...", "a\\b", ".git/a"])
  func `following a path refuses invalid text`(written: String) {
    let error = #expect(throws: OperationError.self) {
      try TreePath.root.following(written)
    }
    #expect(error?.code == .malformed)
  }
}

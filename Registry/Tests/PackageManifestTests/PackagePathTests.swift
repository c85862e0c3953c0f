import PackageManifest
import Testing

@Suite struct PackagePathTests {
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
      ("...", ".", "..."),
      ("../Größe/名前", "Components/Payments", "Components/Größe/名前"),
    ]
  )
  func `a path leads from the package to a place in the repository`(
    written: String,
    package: String,
    resolved: String
  ) throws {
    #expect(try PackagePath.resolve(written, from: package) == resolved)
  }

  @Test(arguments: [
    "..", "../..", "a/../../b", "/FlowKit", "~/FlowKit", "file:///FlowKit",
    // A mark makes one character of itself and the slash before it, and two for every system.
    "../\u{301}FlowKit", "/\u{301}FlowKit",
  ])
  func `a path that leaves the repository is refused`(written: String) {
    let error = #expect(throws: PackageManifestError.self) {
      try PackagePath.resolve(written, from: ".")
    }
    #expect(error?.code == .outsideRepository)
  }

  @Test(arguments: ["", "a\0b"])
  func `what is no path is refused`(written: String) {
    let error = #expect(throws: PackageManifestError.self) {
      try PackagePath.resolve(written, from: ".")
    }
    #expect(error?.code == .malformed)
  }
}

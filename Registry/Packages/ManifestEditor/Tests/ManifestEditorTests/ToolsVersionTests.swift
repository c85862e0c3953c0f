import ManifestEditor
import Testing

@Suite struct ToolsVersionTests {
  @Test(
    arguments: [
      ("// swift-tools-version:5.3", ToolsVersion(5, 3)),
      ("// swift-tools-version: 6.0", ToolsVersion(6, 0)),
      ("//swift-tools-version:5.9.2", ToolsVersion(5, 9, 2)),
      ("//\tswift-tools-version:\t5.9", ToolsVersion(5, 9)),
      ("// Swift-Tools-Version: 6.1", ToolsVersion(6, 1)),
      ("// swift-tools-version: 6.1;(experimentalCGen)", ToolsVersion(6, 1)),
      ("// swift-tools-version: 5.9; anything", ToolsVersion(5, 9)),
      ("// swift-tools-version: 6.2-dev", ToolsVersion(6, 2)),
      ("\n\n  \t\n// swift-tools-version: 5.9", ToolsVersion(5, 9)),
      ("\r\n// swift-tools-version: 5.9\r\n", ToolsVersion(5, 9)),
      ("// A licence.\n\n// swift-tools-version: 6.0", ToolsVersion(6, 0)),
    ]
  )
  func `a tools version is read in every spelling`(line: String, version: ToolsVersion) throws {
    #expect(try read("\(line)\nlet package = Package(name: \"A\")").toolsVersion == version)
  }

  @Test(
    arguments: [
      ("", "no tools version on the first line"),
      ("import PackageDescription", "no tools version on the first line"),
      ("/* swift-tools-version: 6.0 */", "no tools version on the first line"),
      (
        "\u{FEFF}// swift-tools-version: 6.0",
        "no tools version on the first line, which starts with a byte order mark"
      ),
      (
        "// swift-tools-version:",
        "invalid tools version '', expected major.minor or major.minor.patch"
      ),
      (
        "// swift-tools-version: \(String(repeating: "6", count: 200_000))",
        "invalid tools version '\(String(repeating: "6", count: 40))…',"
          + " expected major.minor or major.minor.patch"
      ),
      (
        "// swift-tools-version: 6",
        "invalid tools version '6', expected major.minor or major.minor.patch"
      ),
      (
        "// swift-tools-version: 6.x",
        "invalid tools version '6.x', expected major.minor or major.minor.patch"
      ),
      (
        "// swift-tools-version: 6.0.0.0",
        "invalid tools version '6.0.0.0', expected major.minor or major.minor.patch"
      ),
      (
        "// swift-tools-version: 99999999999999999999.0",
        "invalid tools version '99999999999999999999.0', expected major.minor or major.minor.patch"
      ),
      (
        "import Foundation\n// swift-tools-version: 5.9", "tools version '5.9' below the first line"
      ),
    ]
  )
  func `a tools version that the package manager refuses is refused`(
    line: String,
    message: String
  ) {
    let error = #expect(throws: ManifestError.self) {
      try read("\(line)\nlet package = Package(name: \"A\")")
    }
    #expect(error?.code == .invalidToolsVersion)
    #expect(error?.message == message)
  }

  @Test func `tools versions are ordered by number`() {
    let versions = [ToolsVersion(5, 9, 1), ToolsVersion(5, 10), ToolsVersion(6, 0)]

    #expect(versions.shuffled().sorted() == versions)
    #expect(versions.map(\.description) == ["5.9.1", "5.10", "6.0"])
  }
}

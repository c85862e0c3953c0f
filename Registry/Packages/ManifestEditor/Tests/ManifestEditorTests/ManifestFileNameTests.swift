import ManifestEditor
import Testing

@Suite struct ManifestFileNameTests {
  @Test(
    arguments: [
      ("Package.swift", []), ("Package@swift-6.swift", [6]), ("Package@swift-5.10.swift", [5, 10]),
      ("Package@swift-6.0.1.swift", [6, 0, 1]),
    ]
  )
  func `a manifest's name is taken`(name: String, version: [Int]) {
    #expect(ManifestFileName(name)?.swiftVersion == version)
    #expect(ManifestFileName(name)?.name == name)
  }

  @Test(
    arguments: [
      "", "package.swift", "Package.swift.orig", "Package@swift-.swift", "Package@swift.swift",
      "Package@swift-6..swift", "Package@swift-6.0.0.0.swift", "Package@swift-6.x.swift",
      "Package@swift-٦.swift", "Package@swift-99999999999999999999.swift", "A/Package.swift",
    ]
  )
  func `creating a manifest file name refuses any other spelling`(name: String) {
    #expect(ManifestFileName(name) == nil)
  }
}

import ManifestEditor
import Testing

@Suite struct ReadingRefusalTests {
  @Test(
    arguments: [
      (
        #"dependencies: [.package(path: "../\(name)")]"#, "",
        #"4:67: path of a package dependency is computed: '"../\(name)"'"#
      ),
      (
        #"dependencies: ["A"].map { .package(path: $0) }"#, "",
        "4:78: path of a package dependency is computed: '$0'"
      ),
      (
        #"dependencies: [.package(path: root)]"#, #"var root = "../A""#,
        "4:67: path of a package dependency is computed: 'root'"
      ),
      (
        #"dependencies: [.package(path: path)]"#,
        "#if os(Linux)\nlet path = \"a\"\n#else\nlet path = \"b\"\n#endif",
        "8:67: path of a package dependency is computed: 'path'"
      ),
      (
        #"dependencies: [.package(path: Context.packageDirectory + "/../A")]"#, "",
        "4:67: path of a package dependency is computed: 'Context.packageDirectory + \"/../A\"'"
      ),
      (
        #"dependencies: [.package(name: n, path: "../A")]"#, "",
        "4:67: name of a package dependency is computed: 'n'"
      ),
      (
        #"dependencies: ["../A"].map(Package.Dependency.package(path:))"#, "",
        "4:83: 'package' is passed on as a function, so its paths cannot be read"
      ),
      (
        #"dependencies: ["../A"].map(Package.Dependency.package)"#, "",
        "4:83: 'package' is passed on as a function, so its paths cannot be read"
      ),
    ]
  )
  func `a path dependency that is computed is refused`(
    arguments: String,
    before: String,
    message: String
  ) {
    let error = #expect(throws: ManifestError.self) {
      try read(package(arguments, before: before))
    }
    #expect(error?.code == .computedPath)
    #expect(error?.description.split(separator: "\n").first == "Package.swift:\(message)")
    #expect(error?.help != nil)
  }

  @Test func `a path computed in a loop or a function is refused where it is computed`() {
    let source =
      package("targets: []") + """

        for name in ["A", "B"] {
          package.dependencies.append(.package(path: "../" + name))
        }
        """
    let error = #expect(throws: ManifestError.self) { try read(source) }
    #expect(error?.position == SourcePosition(line: 6, column: 46))
  }

  @Test(
    arguments: [
      ("let package = Package(name: \"A\"", "2:32: syntax error"),
      ("let = Package(name: \"A\")", "2:5: syntax error"),
      ("let package = Package(name: \"A)", "2:32: syntax error"),
      ("let name = 1", "no 'Package(…)' in the manifest"),
    ]
  )
  func `reading refuses an invalid manifest with its place`(line: String, message: String) {
    let error = #expect(throws: ManifestError.self) {
      try read("// swift-tools-version: 6.0\n\(line)")
    }
    #expect(error?.code == .malformed)
    #expect(
      error?.description.split(separator: "\n").first
        == "Package.swift:\(message.hasPrefix("2") ? "" : " ")\(message)"
    )
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    let error = #expect(throws: ManifestError.self) {
      try PackageManifest(bytes: Array("// swift-tools-version: 6.0\n".utf8) + [0xC3, 0x28])
    }
    #expect(error?.message == "manifest is not valid UTF-8")
  }

  @Test func `256 KiB are read, and no more`() throws {
    let start = Array(package("targets: []").utf8) + [0x0A]
    let spaces = [UInt8](repeating: 0x20, count: (1 << 18) - start.count)

    #expect(try PackageManifest(bytes: start + spaces).name == "Here")
    let error = #expect(throws: ManifestError.self) {
      try PackageManifest(bytes: start + spaces + [0x20])
    }
    #expect(error?.message == "manifest of 262145 bytes, expected at most 262144")
  }

  @Test func `errors name the file that they are in`() {
    let error = #expect(throws: ManifestError.self) {
      try PackageManifest(bytes: [], fileName: "Package@swift-6.0.swift")
    }
    #expect(error?.file == "Package@swift-6.0.swift")
  }
}

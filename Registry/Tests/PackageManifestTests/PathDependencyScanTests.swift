import GitValues
import PackageManifest
import SeededNumbers
import Testing

/// The quick look at a manifest never says anything else than parsing it does.
@Suite struct PathDependencyScanTests {
  /// The paths as the parser finds them; `nil` where it refuses the text.
  private func parsed(_ bytes: [UInt8]) -> [String]? {
    guard let manifest = try? PackageManifestFile(bytes: bytes, packagePath: "Components/Here")
    else { return nil }
    return manifest.dependencies.compactMap { dependency in
      if case .path(let written, _) = dependency.location { written } else { nil }
    }
  }

  @Test func `plain path dependencies are found without parsing`() {
    let text = package(
      """
      dependencies: [
        // .package(path: "../Comment"),
        .package(path: "../Menu"),
        .package(name: "Stove", path: "../Kitchen/", traits: [.defaults]),
        .package(url: "https://example.com/path", from: "1.0.0"), .package(id: "a.b", from: "1.0.0"),
        Package.Dependency.package(path: "../../Tools"),
      ],
      targets: [.target(name: "Here", dependencies: [.product(name: "Menu", package: "Menu")])]
      """
    )
    let expected = ["../Menu", "../Kitchen/", "../../Tools"]
    #expect(PathDependencyScan.paths(in: Array(text.utf8)) == expected)
    #expect(parsed(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      #".package(path: root + "/Menu")"#, #".package(path: "\(root)/Menu")"#,
      ##".package(path: #"../Menu"#)"##, #".package(path: "../M\u{65}nu")"#,
      #".package(path: ("../Menu"))"#, #".package(path: isLocal ? "../Menu" : "../Other")"#,
      #".`package`(path: "../Menu")"#, #".package(`path`: "../Menu")"#,
      #".package(url: "x", .package(path: "../Menu"))"#, #".package(path: "")"#,
    ]
  )
  func `what only parsing can tell is left to it`(_ dependency: String) {
    let text = package("dependencies: [\(dependency)]", before: "let root = \"..\"")
    #expect(PathDependencyScan.paths(in: Array(text.utf8)) == nil)
  }

  @Test func `a function that is passed on is left to parsing`() {
    let text = package(
      "dependencies: paths.map(Package.Dependency.package(path:))",
      before: "let paths = [\"../Menu\"]"
    )
    #expect(PathDependencyScan.paths(in: Array(text.utf8)) == nil)
    let other = text.replacing("package(path:)", with: "package")
    #expect(PathDependencyScan.paths(in: Array(other.utf8)) == nil)
  }

  @Test(arguments: Fixture.all)
  func `it agrees with the parser on the fixtures`(_ fixture: Fixture) throws {
    let bytes = try fixture.manifest
    guard let found = PathDependencyScan.paths(in: bytes), let expected = parsed(bytes) else {
      return
    }
    #expect(found == expected)
  }

  @Test(arguments: 1...4)
  func `it agrees with the parser on generated texts`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var count = 0
    for _ in 0..<400 {
      let text = Array(package(Self.arguments(using: &random)).utf8)
      guard let expected = parsed(text), let found = PathDependencyScan.paths(in: text) else {
        continue
      }
      count += 1
      #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(count > 20)
  }

  private static func arguments(using random: inout SplitMix) -> String {
    let dependencies = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 1...2, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: ", ")
    }
    return "dependencies: [\(dependencies.joined(separator: ", "))]"
  }

  private static let pieces = [
    #".package(path: "../A")"#, #".package(name: "B", path: "../B")"#,
    #".package(url: "u", from: "1.0.0")"#, #".package(path: "../C", traits: ["x", .path("y")])"#,
    #".package (path: "../D")"#, "\n.package\n(path: \"../E\")", #"/* .package(path: "../F") */ g"#,
    #"f(package: "path", path: "../H")"#, #"[.package(path: "../I")]"#, "package.path",
    #""\(x.package(path: "../J"))""#, #".package(path: "../K" as String)"#,
    #"a ? .package(path: "../L") : package"#, #".package(url: path, path: "../M")"#,
    #".package(name: f(path: "../N"), path: "../O")"#, #".package(path /* p */ : /* q */ "../P")"#,
    #".package(path: """#, #".Package(path: "../Q")"#, #".package(\#npath: "../R",\#n)"#,
  ]
}

import ManifestEditor
import Testing

/// What the package manager refuses in a package that others depend on by version.
@Suite struct ClientRefusalTests {
  @Test(
    arguments: [
      (#".package(url: "/soup", branch: "main")"#, "", "branch"),
      (#".package(url: address, branch: "main")"#, "", "branch"),
      (#".package(url: "/soup", revision: "0123")"#, "", "revision"),
      (#".package(name: "Soup", url: "/soup", .branch("main"))"#, "", "branch"),
      (#".package(url: "/soup", Package.Dependency.Requirement.revision("0123"))"#, "", "revision"),
      (#".package(url: "/soup", wanted)"#, #"let wanted = Requirement.branch("main")"#, "branch"),
    ]
  )
  func `a dependency by branch or revision is refused`(
    dependency: String,
    before: String,
    kind: String
  ) throws {
    let manifest = try read(package("dependencies: [\(dependency)]", before: before))
    #expect(manifest.refusals.map(\.code) == [.unversionedDependency])
    #expect(
      manifest.refusals.first?.description.split(separator: "\n").first
        == """
        Package.swift:4:52: dependency by \(kind): a package that is released cannot depend on one \
        that is not
        """
    )
  }

  @Test(
    arguments: [
      (
        #".target(name: "A", swiftSettings: isCI ? [.unsafeFlags(["-g"])] : [])"#,
        "let isCI = false"
      ),
      (
        #".target(name: "A", swiftSettings: strict)"#,
        #"let strict: [SwiftSetting] = { isCI ? [.unsafeFlags(["-g"])] : [] }()"#
      ),
      (
        #".target(name: "A", swiftSettings: shared)"#,
        #"""
        #if CI
        let shared: [SwiftSetting] = [.unsafeFlags(["-g"])]
        #else
        let shared: [SwiftSetting] = []
        #endif
        """#
      ),
      (
        #".target(name: "A", swiftSettings: shared)"#,
        #"""
        var shared: [SwiftSetting] = []
        let strict: SwiftSetting = .unsafeFlags(["-g"])
        if isCI { shared.append(strict) }
        """#
      ),
      (
        #".target(name: "A")"#,
        #"""
        func dependencies() -> [Package.Dependency] { [.package(url: "/soup", branch: "main")] }
        """#
      ),
    ]
  )
  func `reading leaves settings that depend on a condition to the build`(
    target: String,
    before: String
  ) throws {
    #expect(try read(package("targets: [\(target)]", before: before)).refusals == [])
  }

  @Test(
    arguments: [
      #".package(url: "/soup", from: "1.0.0")"#,
      #".package(url: "/soup", exact: "1.0.0")"#,
      #".package(url: "/soup", "1.0.0"..<"2.0.0")"#,
      #".package(url: "/soup", .upToNextMinor(from: "1.0.0"))"#,
      #".package(id: "shop.Soup", from: "1.0.0")"#,
      #".package(path: "../branch")"#,
    ]
  )
  func `a dependency by version, identity or path is not`(dependency: String) throws {
    #expect(try read(package("dependencies: [\(dependency)]")).refusals == [])
  }

  @Test(
    arguments: [
      (#".target(name: "A", cSettings: [.unsafeFlags(["-O0"])])"#, "", "4:79"),
      (#".target(name: "A", cxxSettings: [.unsafeFlags(["-O0"])])"#, "", "4:81"),
      (
        #".macro(name: "A", swiftSettings: [.unsafeFlags(["-Onone"], .when(platforms: [.linux]))])"#,
        "", "4:82"
      ),
      (
        #".executableTarget(name: "A", linkerSettings: [.linkedLibrary("c"), .unsafeFlags(["-g"])])"#,
        "", "4:115"
      ),
      (
        #".target(name: "A", swiftSettings: shared)"#,
        #"let shared: [SwiftSetting] = [.unsafeFlags(["-Onone"])]"#, "3:32"
      ),
      (
        #".target(name: "A", swiftSettings: make())"#,
        #"func make() -> [SwiftSetting] { [SwiftSetting.unsafeFlags(["-Onone"])] }"#, "3:47"
      ),
    ]
  )
  func `unsafe flags are refused wherever they are`(
    target: String,
    before: String,
    place: String
  ) throws {
    let manifest = try read(package("targets: [\(target)]", before: before))
    #expect(manifest.refusals.map(\.code) == [.unsafeFlags])
    #expect(manifest.refusals.first?.position.map { "\($0)" } == place)
  }

  @Test(
    arguments: [
      (#".testTarget(name: "A", swiftSettings: [.unsafeFlags(["-Onone"])])"#, ""),
      (
        #".testTarget(name: "A", swiftSettings: shared)"#,
        #"let shared: [SwiftSetting] = [.unsafeFlags(["-Onone"])]"#
      ),
      (
        #".target(name: "A", swiftSettings: [.define("unsafeFlags"), .enableExperimentalFeature("X")])"#,
        ""
      ),
    ]
  )
  func `reading accepts unsafe flags in targets that clients do not build`(
    target: String,
    before: String
  ) throws {
    #expect(try read(package("targets: [\(target)]", before: before)).refusals == [])
  }

  @Test func `reading refuses unsafe flags that tests share with other targets`() throws {
    let manifest = try read(
      package(
        """
        targets: [.target(name: "A", swiftSettings: shared), \
        .testTarget(name: "B", swiftSettings: shared)]
        """,
        before: #"let shared: [SwiftSetting] = [.unsafeFlags(["-Onone"])]"#
      )
    )
    #expect(manifest.refusals.map(\.code) == [.unsafeFlags])
  }
}

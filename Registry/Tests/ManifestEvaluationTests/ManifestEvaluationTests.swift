import Errors
import Foundation
import GitValues
import ManifestEvaluation
import PackageManifest
import Testing

/// Manifests that the toolchain runs.
struct ManifestEvaluationTests {
  /// Everything that a manifest can compute, in the form of those of googleapis/google-cloud-swift.
  private static func manifest(tools: String) -> String {
    """
    // swift-tools-version: \(tools)
    import PackageDescription

    let local = Context.environment["LOCAL"] != nil || Context.environment["HOSTNAME"] != nil
    let package = Package(
      name: "Top",
      products: [.library(name: "Top", targets: ["Top"])],
      dependencies: [localOrRemote("Auth", "1.2.0")] + ["Base", "Salt/"].map { .package(path: "../\\($0)") },
      targets: [
        .target(name: "Top", dependencies: ["Base", .product(name: "Auth", package: "swift-Auth")]),
        .testTarget(name: "TopTests", dependencies: ["Top", .product(name: "Pepper", package: "salt")]),
      ]
    )
    for name in ["Other"] {
      package.dependencies += [.package(url: "https://example.com/others/\\(name).git", from: "3.0.0")]
      package.targets[0].dependencies.append(.product(name: name, package: name))
    }

    func localOrRemote(_ name: String, _ version: Version) -> Package.Dependency {
      if local { return .package(path: "../\\(name)") }
      return .package(url: "https://example.com/acme/swift-\\(name)", from: version)
    }

    """
  }

  private static let folder = TreePath(unchecked: "packages/Top")

  private static let components: [TreePath: PublishedComponent] = [
    TreePath(unchecked: "packages/Base"): PublishedComponent(
      name: "Base",
      requirement: #"from: "1.0.0""#,
      products: ["Base"]
    ),
    TreePath(unchecked: "packages/Salt"): PublishedComponent(
      name: "Salt",
      requirement: #".upToNextMinor(from: "0.3.0")"#,
      products: ["Pepper"]
    ),
  ]

  private static let repositories = [
    "https://example.com/acme/swift-Auth": PublishedComponent(
      name: "Auth",
      requirement: #"from: "1.4.0""#,
      products: ["Auth"]
    )
  ]

  /// The oldest version that has identities, one before traits and the newest.
  @Test(arguments: ["5.7", "6.0", "6.3"])
  func `the published form says the same by identities when it is run`(tools: String) throws {
    let reading = ManifestReading(ManifestEvaluator(cache: nil))
    let bytes = Array(Self.manifest(tools: tools).utf8)
    let file = try reading.file(bytes, in: Self.folder)
    #expect(file.pathDependencies.map(\.string) == ["packages/Base", "packages/Salt"])
    let edits = try file.publishedForm(
      scope: "bakery",
      components: Self.components,
      repositories: Self.repositories
    )
    let published = try edits.applied(to: bytes)
    #expect(published.starts(with: bytes))
    // Compares all of it.
    try file.verifyPublishedForm(
      scope: "bakery",
      components: Self.components,
      repositories: Self.repositories
    ) { published throws(OperationError) in
      try reading.evaluate(published, in: Self.folder)
    }
    let result = try reading.file(published, in: Self.folder)
    #expect(result.pathDependencies.isEmpty)
    #expect(
      result.dependencies.prefix(4).map(\.location) == [
        .registry("bakery.Auth"), .registry("bakery.Base"), .registry("bakery.Salt"),
        .url("https://example.com/others/Other.git"),
      ]
    )
    #expect(
      result.dependencies.prefix(4).map(\.requirement) == [
        .from("1.4.0"), .from("1.0.0"), .upToNextMinor("0.3.0"), .from("3.0.0"),
      ]
    )
    #expect(
      result.targets.map { $0.dependencies.map(\.reference) } == [
        [
          .product("Base", package: "bakery.Base"), .product("Auth", package: "bakery.Auth"),
          .product("Other", package: "Other"),
        ],
        [.byName("Top"), .product("Pepper", package: "bakery.Salt")],
      ]
    )
  }

  @Test(arguments: [
    ("while true {}", "the manifest does not end within 8 s when it is run"),
    (
      #"let file = fopen("notes.txt", "w")!; fclose(file)"#,
      "the manifest writes 'notes.txt' when it is run, expected one that writes nothing"
    ),
    (
      #"package.targets = [.nothing]"#,
      "the toolchain cannot run the manifest: type 'Target' has no member 'nothing'"
    ),
    (#"fatalError("no")"#, nil),
  ])
  func `a manifest that hangs, writes or fails is refused`(
    code: String,
    message: String?
  ) throws {
    let text = """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      FileManager.default.changeCurrentDirectoryPath(Context.packageDirectory)
      let package = Package(name: "Top", dependencies: ["Base"].map { .package(path: "../\\($0)") })
      \(code)
      """
    let reading = ManifestReading(ManifestEvaluator(cache: nil, limit: .seconds(8)))
    let file = try reading.survey(Array(text.utf8), in: Self.folder)
    #expect(!file.isEvaluated)
    let obstacle = try #require(file.obstacles.first)
    #expect(obstacle.code == .notEvaluated)
    #expect(obstacle.place?.position?.line == 5)
    // A machine with much other work may not even compile it in time.
    if let message, !obstacle.message.contains("does not end") {
      #expect(obstacle.message == message)
    }
  }

  @Test func `a result is kept by the content of the manifest`() throws {
    let cache = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: cache) }
    let path = cache.path(percentEncoded: false)
    let bytes = Array(Self.manifest(tools: "6.0").utf8)
    var runs = 0
    for _ in 1...2 {
      let evaluator = ManifestEvaluator(cache: path)
      _ = try evaluator.output(of: bytes, in: Self.folder) { runs += 1 }
    }
    #expect(runs == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
  }

  @Test func `what the text says is not run`() throws {
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Top", dependencies: [.package(path: "../Base")])
      fatalError()
      """
    let file = try ManifestReading(ManifestEvaluator(cache: nil))
      .file(Array(text.utf8), in: Self.folder)
    #expect(!file.isEvaluated)
    #expect(file.pathDependencies.map(\.string) == ["packages/Base"])
  }
}

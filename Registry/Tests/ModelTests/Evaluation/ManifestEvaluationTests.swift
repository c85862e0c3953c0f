import Base
import Git
import ManifestEditor
import ManifestForms
import Foundation
import Testing

@testable import Model

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

  @Test func `a folder out of the repository, under a condition that is not met, is no dependency`()
    throws
  {
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription

      let salt: Package.Dependency =
        Context.environment["LOCAL_SALT"] != nil
        ? .package(path: "../../../salt") : .package(url: "https://example.com/salt", from: "1.0.0")
      let package = Package(
        name: "Top",
        dependencies: [salt],
        targets: [.target(name: "Top", dependencies: [.product(name: "Salt", package: "salt")])]
      )

      """
    let reading = ManifestReading(ManifestEvaluator(cache: nil))
    let file = try reading.file(Array(text.utf8), in: Self.folder)
    #expect(file.isEvaluated)
    #expect(file.dependencies.map(\.location) == [.url("https://example.com/salt")])
  }

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

  /// What a manifest manages to do becomes its dependencies, which is all that it can tell.
  private static func attack(secret: String, mark: String) -> String {
    """
    // swift-tools-version: 5.9
    import Foundation
    import PackageDescription

    var done: [String] = []
    func attempt(_ name: String, _ body: () -> Bool) { if body() { done.append(name) } }
    func reads(_ path: String) -> Bool { fopen(path, "r").map { fgetc($0) >= 0 } ?? false }
    func writes(_ path: String) -> Bool { fopen(path, "w").map { fputs("x", $0) >= 0 } ?? false }

    attempt("file") { reads("\(secret)") }
    attempt("accounts") { reads("/etc/passwd") }
    attempt("home") { !((try? FileManager.default.contentsOfDirectory(atPath: "/root")) ?? []).isEmpty }
    attempt("permissions") { chmod("\(secret)", 0o777) == 0 }
    attempt("udp") { socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) >= 0 }
    attempt("tcp") { socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0) >= 0 }
    attempt("unix") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 }
    attempt("netlink") { socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0) >= 0 }
    var pair: [Int32] = [0, 0]
    attempt("pair") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 }
    attempt("memory") { writes("/dev/shm/\(mark)") }
    attempt("temporary") { writes("/tmp/\(mark)") }
    attempt("devices") { reads("/dev/kmsg") || reads("/dev/mem") || writes("/dev/full") }
    // Those that it sees are the package manager that runs it, and itself.
    attempt("processes") {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.filter { Int($0) != nil }.count > 8
    }
    attempt("parent") { reads("/proc/1/environ") || reads("/proc/1/cmdline") }
    attempt("null") { reads("/dev/zero") && reads("/dev/urandom") && writes("/dev/null") }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, 0x80)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for stream in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(stream), "/dev/null", O_RDWR, 0) }
    let command: [String] = ["sh", "-c", "sleep 600; : \(mark)"]
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var child: pid_t = 0
    attempt("child") { posix_spawn(&child, "/bin/sh", &actions, &attributes, words, nil) == 0 }

    let package = Package(name: "Top", dependencies: done.map { .package(path: "../\\($0)") })
    """
  }

  #if os(Linux)
    @Test func `a manifest reaches nothing outside of its folder, and leaves nothing behind`()
      throws
    {
      let secret = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data("machine example.com password pepper".utf8).write(to: secret)
      defer { try? FileManager.default.removeItem(at: secret) }
      let mark = "left-\(UUID().uuidString)"
      let text = Self.attack(secret: secret.path(percentEncoded: false), mark: mark)
      let file = try ManifestReading(ManifestEvaluator(cache: nil))
        .file(Array(text.utf8), in: Self.folder)
      // It did run, and could start the child.
      #expect(file.pathDependencies.map(\.string) == ["packages/null", "packages/child"])
      let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
        try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
      }
      #expect(!commands.contains { $0.contains(mark) })
      #expect(!FileManager.default.fileExists(atPath: "/dev/shm/\(mark)"))
    }
  #endif

  @Test func `a manifest that may not run is an obstacle, with the reason`() throws {
    let refusal = OperationError(.notEvaluated, "not here")
    let file = try ManifestReading(refusing: refusal)
      .survey(Array(Self.manifest(tools: "6.0").utf8), in: Self.folder)
    #expect(!file.isEvaluated)
    #expect(file.obstacles.first?.message == "not here")
  }

  @Test func `a system that cannot confine says so, and how to allow it nevertheless`() {
    let help = """
      if you trust all code of this repository, 'git config registry.evaluate unconfined' lets it \
      run with all rights of this account
      """
    #expect(
      ManifestEvaluator.unconfinable("no user namespaces")
        == OperationError(
          .notEvaluated,
          "this system cannot confine a manifest that runs: no user namespaces",
          help: help
        )
    )
    #expect(
      ManifestEvaluator.unconfinable("no user namespaces", "a build of documentation")
        == OperationError(
          .notEvaluated,
          "this system cannot confine a build of documentation: no user namespaces",
          help: help
        )
    )
  }

  @Test(
    arguments: [
      (nil, nil, .denied), (nil, "true", .confined), (nil, "unconfined", .unconfined),
      ("", "true", .confined), ("1", nil, .confined), ("Unconfined", "false", .unconfined),
      ("false", "unconfined", .denied), ("off", "true", .denied),
    ] as [(String?, String?, EvaluationPermission)]
  )
  func `the variable decides before git's configuration whether manifests are run, and how`(
    variable: String?,
    configured: String?,
    permission: EvaluationPermission
  ) throws {
    let read = try EvaluationPermission(variable: variable) { configured }
    #expect(read == permission)
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

  @Test func `reading runs no manifest whose text states everything`() throws {
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

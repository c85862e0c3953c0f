// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Registry",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "registry", targets: ["registry"]),
    .executable(name: "registry-server", targets: ["registry-server"]),
    .executable(name: "registry-signatures", targets: ["registry-signatures"]),
  ],
  dependencies: [
    .package(path: "../Tests/ProgramTesting"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Without the traits that link all of Foundation, with the data of ICU, into the server.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.1",
      traits: []
    ),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CGit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
    ),
    .target(name: "CConfinedSpawn"),
    // One file that another commit compiles anew: see `make install`.
    .target(name: "CProgramCommit", cSettings: Shared.commit),
    .systemLibrary(
      name: "CMarkGFM",
      pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]
    ),
    .systemLibrary(
      name: "CNettle",
      pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"])]
    ),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .module("APICompatibility", "Errors Files Processes SwiftInterface Versioning"),
    .module(
      "Adoption",
      """
      Errors Files Git GitTool GitValues ManifestEvaluation PackageManifest PackageRules Processes
      PublishedForm RegistryModel Releases Versioning Workspace Writing
      """
    ),
    .module("ArchiveUnpacking", "CZlib Errors GitValues", settings: Shared.strict),
    .module(
      "BuildCaching",
      """
      Digests Errors Files Git GitValues Layout Processes RegistryModel Workspace
      """
    ),
    .module("BuildTimings", "CSQLite Errors Files Workspace", settings: Shared.strict),
    // The C library, by the same name on all systems.
    .module("CLibrary"),
    .module("CertificateChecking", "Crypto RegistryModel SwiftASN1 X509"),
    .target(
      name: "Digests",
      // Elsewhere the system has CryptoKit.
      dependencies: [.byName(name: "CNettle", condition: .when(platforms: [.linux]))],
      swiftSettings: [.strictMemorySafety()]
    ),
    .module(
      "Documenting",
      """
      Errors Files Interfaces PublishedForm RegistryModel Versioning Workspace
      """
    ),
    .module("Errors"),
    .module(
      "Export",
      """
      Digests Documenting Errors Files Git GitValues Inspection Layout PackageManifest PublishedForm
      RegistryContent RegistryModel Releases Sharing Signing Versioning Workspace
      """
    ),
    .module(
      "Extraction",
      """
      Errors Files Git GitTool GitValues ManifestEvaluation PackageManifest PackageRules
      PublishedForm Registration RegistryModel SwiftParser SwiftSyntax Versioning Workspace Writing
      """
    ),
    .module("Files", "CLibrary Errors SystemPackage", settings: Shared.strict),
    .module(
      "Git",
      "CGit2 CLibrary Digests Errors Files GitValues SystemPackage",
      settings: [.strictMemorySafety()]
    ),
    .module("GitTool", "Digests Errors Files Git GitValues Processes"),
    .module("GitValues", "Errors", settings: [.strictMemorySafety()]),
    .module(
      "Inspection",
      """
      APICompatibility Digests Errors Files Git GitTool GitValues Interfaces Layout
      ManifestEvaluation Markup PackageManifest PackageRules PublishedForm RegistryModel Releases
      Resolution Signing SwiftInterface Versioning Workspace
      """
    ),
    .module(
      "Interfaces",
      """
      APICompatibility BuildCaching Errors Files Git GitValues Layout ManifestEvaluation
      PackageManifest PackageRules Processes PublishedForm RegistryModel Resolution SwiftInterface
      Versioning Workspace Writing
      """
    ),
    .module(
      "Layout",
      """
      Errors Files Git GitTool GitValues ManifestEvaluation PackageManifest PackageRules
      PublishedForm RegistryModel Resolution Versioning Workspace Writing
      """
    ),
    .module("Markup", "CMarkGFM", settings: Shared.strict),
    .module(
      "ManifestEvaluation",
      "Digests Errors Files GitValues PackageManifest Processes RegistryModel"
    ),
    .module(
      "Mirroring",
      """
      Digests Errors Files Git GitTool GitValues Processes PublishedForm RegistryModel Releases
      Versioning Workspace Writing
      """
    ),
    .module("PackageManifest", "Errors GitValues RegistryModel SwiftParser SwiftSyntax"),
    .module(
      "PackageRules",
      """
      Errors Git GitValues ManifestEvaluation PackageManifest PublishedForm RegistryModel
      Versioning Workspace
      """
    ),
    .module("Processes", "CConfinedSpawn CLibrary Errors Files", settings: Shared.strict),
    .module("ProgramIdentity", "CProgramCommit Git", settings: Shared.strict),
    .module(
      "PublishedForm",
      """
      Digests Errors Files Git GitValues PackageManifest RegistryModel SourceArchive Versioning
      Workspace
      """
    ),
    .module(
      "Publishing",
      """
      Errors Files Git GitValues Processes PublishedForm RegistryModel Releases Sharing Signing
      Versioning Workspace Writing
      """
    ),
    .module(
      "Registration",
      """
      Errors Files Git GitTool GitValues Inspection Layout ManifestEvaluation PackageManifest
      PackageRules PublishedForm RegistryModel Versioning Workspace Writing
      """
    ),
    .module(
      "RegistryContent",
      """
      APICompatibility Digests Documenting Errors Git GitValues Inspection Interfaces Layout Markup
      PackageManifest PublishedForm RegistryModel Releases Sharing Versioning Workspace
      """
    ),
    .module("RegistryModel", "CLibrary Errors GitValues Versioning", settings: Shared.strict),
    .module(
      "RegistryServer",
      """
      ArchiveUnpacking CertificateChecking CoreMetrics Crypto Digests Documenting Errors Files Git
      GitValues HTTPTypes Hummingbird HummingbirdCore Inspection Interfaces Layout Logging Metrics
      Mirroring NIOCore NIOHTTP1 NIOHTTPTypes NIOHTTPTypesHTTP1 NIOPosix PackageManifest Processes
      PublishedForm RegistryContent RegistryModel Releases ServiceLifecycle Sharing Versioning
      Workspace Writing
      """
    ),
    .module(
      "Releases",
      """
      APICompatibility Digests Errors Git GitTool GitValues Interfaces ManifestEvaluation
      PackageManifest PackageRules PublishedForm RegistryModel Signing SourceArchive Versioning
      Workspace Writing
      """
    ),
    .module("Resolution", "BitCollections Versioning"),
    .module("ServerArguments", "ArgumentParser"),
    .module(
      "Sharing",
      """
      Digests Errors Files Git GitTool GitValues PackageManifest Processes ProgramIdentity
      RegistryModel Versioning Workspace Writing
      """
    ),
    .module("Signing", "Errors Files Git Processes RegistryModel Workspace"),
    .module("SourceArchive", "CZlib Digests Errors GitValues", settings: Shared.strict),
    .module("SwiftInterface", "SwiftParser SwiftSyntax"),
    .module("Versioning", "Errors"),
    .module(
      "Workspace",
      """
      Errors Files Git GitTool GitValues ManifestEvaluation PackageManifest Processes
      RegistryModel SourceArchive Versioning
      """
    ),
    .module(
      "Writing",
      """
      Errors Files Git GitTool GitValues Processes RegistryModel Versioning Workspace
      """
    ),

    .program(
      "registry",
      """
      APICompatibility Adoption ArgumentParser BuildCaching BuildTimings Documenting Errors Export
      Extraction Files Git GitValues Inspection Interfaces Layout Mirroring PackageRules Processes
      ProgramIdentity PublishedForm Publishing Registration RegistryModel Releases ServerArguments
      Sharing Signing SystemPackage Versioning Workspace Writing
      """
    ),
    // The only one that reads certificates: the others ask it, and are built without what it needs.
    .program(
      "registry-signatures",
      """
      ArgumentParser CertificateChecking Files ProgramIdentity RegistryModel Signing SystemPackage
      """
    ),
    // A product of its own, so that releasing and pinning never compile or load a web server.
    .program(
      "registry-server",
      """
      ArgumentParser Errors Files Git Hummingbird HummingbirdCore Logging NIOCore NIOSSL Processes
      ProgramIdentity RegistryContent RegistryServer ServerArguments ServiceLifecycle Sharing
      SystemPackage Versioning Workspace
      """
    ),

    .tests("APICompatibilityTests", "APICompatibility SwiftInterface Versioning"),
    .tests("ArchiveUnpackingTests", "ArchiveUnpacking Errors SeededNumbers"),
    .tests("BuildTimingsTests", "BuildTimings"),
    .tests("CertificateCheckingTests", "CertificateChecking RegistryModel ScratchCertificates"),
    .tests("DigestsTests", "Digests"),
    .tests("ExtractionTests", "Extraction GitValues"),
    .tests("FilesTests", "Errors Files"),
    .tests("GitTests", "CGit2 Errors Files Git GitValues ScratchRepositories"),
    .tests("GitToolTests", "Errors Files Git GitTool GitValues ScratchRepositories"),
    .tests("GitValuesTests", "Errors GitValues"),
    .tests("MarkupTests", "Markup"),
    .tests("ManifestEvaluationTests", "Errors GitValues ManifestEvaluation PackageManifest"),
    .tests(
      "PackageManifestTests",
      "Errors GitValues PackageManifest RegistryModel SeededNumbers",
      exclude: ["Fixtures"]
    ),
    .tests("ProcessesTests", "Errors Processes"),
    .tests(
      "RegistryCommandTests",
      """
      GitValues Inspection KillSwitch Layout ProgramTesting RegistryModel ScratchMonorepos
      SeededNumbers Versioning naive-bump registry registry-server registry-signatures
      """
    ),
    .tests(
      "RegistryModelTests",
      """
      Errors GitValues RegistryModel RequirementTexts SeededNumbers Versioning
      """
    ),
    .tests(
      "RegistryOperationsTests",
      """
      APICompatibility Errors Files Git GitValues Inspection Interfaces Layout Mirroring
      PackageManifest PackageRules Processes PublishedForm Registration RegistryModel Releases
      ScratchMonorepos ScratchRepositories Sharing Signing Versioning Workspace Writing
      """
    ),
    .tests(
      "RegistryServerTests",
      """
      Crypto Digests Documenting Errors Export Files Git GitValues HTTPTypes Hummingbird
      HummingbirdCore Inspection
      Logging Mirroring NIOCore NIOEmbedded NIOHTTPTypes NIOPosix PackageManifest ProgramIdentity
      PublishedForm
      Publishing Registration RegistryContent RegistryModel RegistryServer Releases
      ScratchCertificates ScratchMonorepos ScratchRepositories ServiceLifecycle Sharing Signing
      SourceArchive Versioning Workspace Writing
      """
    ),
    .tests("ResolutionTests", "RequirementTexts Resolution SeededNumbers Versioning"),
    .tests("SourceArchiveTests", "Errors GitValues SourceArchive"),
    .tests("VersioningTests", "Errors RequirementTexts SeededNumbers Versioning"),

    // What nothing but tests and benchmarks builds.
    .module("RequirementTexts", "Errors Versioning", path: "Tests/RequirementTexts"),
    .module(
      "ScratchMonorepos",
      """
      Errors Git GitValues Layout RegistryModel Releases ScratchRepositories Versioning Workspace
      Writing
      """,
      path: "Tests/ScratchMonorepos"
    ),
    .module(
      "ScratchCertificates",
      "Crypto SwiftASN1 X509",
      path: "Tests/ScratchCertificates"
    ),
    .module("ScratchRepositories", "Git GitValues", path: "Tests/ScratchRepositories"),
    .module("SeededNumbers", path: "Tests/SeededNumbers"),
    // What the crash tests must catch.
    .program(
      "naive-bump",
      "Git GitTool GitValues Releases Versioning Workspace Writing",
      path: "Tests/NaiveBump"
    ),
    .program(
      "GenerateMonorepo",
      "GitValues RegistryModel SeededNumbers SourceArchive Versioning",
      path: "Benchmarks/GenerateMonorepo"
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The modules are instrumented for them, and they need libFuzzer, so that only `make fuzz` has them.
if Shared.isFuzzing {
  package.targets += [
    .target(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
    .fuzzing("Archive", "ArchiveUnpacking"),
    .fuzzing("Form", "RegistryServer"),
    .fuzzing("Headers", "RegistryContent RegistryServer"),
    .fuzzing("JSON", "RegistryModel"),
    .fuzzing("Manifest", "Errors GitValues PackageManifest"),
    .fuzzing("Markdown", "Markup"),
    .fuzzing("Objects", "Errors Git GitValues"),
    .fuzzing("Patterns", "RegistryModel Releases Versioning"),
    .fuzzing(
      "Text",
      "Git GitValues Processes RegistryModel Releases Sharing Versioning Writing"
    ),
    .fuzzing("Version", "Versioning"),
  ]
}

// A sanitizer instruments all that is built, so that only what it is for is: see `make sanitize`.
if let tests = Context.environment["ONLY_TESTS"] {
  var open = tests.split(separator: " ").map(String.init)
  var needed = Set(open)
  while let name = open.popLast(), let target = package.targets.first(where: { $0.name == name }) {
    for case .byNameItem(let other, _) in target.dependencies where needed.insert(other).inserted {
      open.append(other)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}

for target in package.targets where target.type != .system {
  target.swiftSettings = Shared.settings + (target.swiftSettings ?? [])
}

/// What the targets share.
private enum Shared {
  static let isFuzzing = Context.environment["FUZZ"] != nil

  /// The commit that is built, if the build is told: a manifest is not evaluated again for each
  /// commit, so what it read from git itself could be an older one.
  static let commit: [CSetting] =
    (Context.environment["REGISTRY_COMMIT"] ?? "").isEmpty
    ? [] : [.define("REGISTRY_COMMIT", to: Context.environment["REGISTRY_COMMIT"])]

  /// The settings of modules that use C: the compiler demands a mark at what it cannot check.
  ///
  /// The marks are those of Linux, since what only Darwin compiles is not checked there.
  static let strict: [SwiftSetting] = [
    .strictMemorySafety(.when(platforms: [.linux])),
    .treatWarning("StrictMemorySafety", as: .warning),
  ]

  static let settings: [SwiftSetting] =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : [])

  /// The packages of the products that come from elsewhere.
  private static let products = [
    "ArgumentParser": "swift-argument-parser", "BitCollections": "swift-collections",
    "Crypto": "swift-crypto",
    "CoreMetrics": "swift-metrics",
    "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird",
    "HummingbirdCore": "hummingbird",
    "KillSwitch": "ProgramTesting", "Logging": "swift-log", "Metrics": "swift-metrics",
    "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio",
    "NIOHTTP1": "swift-nio", "NIOHTTPTypes": "swift-nio-extras",
    "NIOHTTPTypesHTTP1": "swift-nio-extras", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl",
    "ProgramTesting": "ProgramTesting", "ServiceLifecycle": "swift-service-lifecycle",
    "SwiftASN1": "swift-asn1", "SwiftParser": "swift-syntax", "SwiftSyntax": "swift-syntax",
    "SystemPackage": "swift-system",
    "X509": "swift-certificates",
  ]

  /// - Parameter names: Our own targets and others' products, with spaces between them.
  static func dependencies(_ names: String) -> [Target.Dependency] {
    names.split(whereSeparator: \.isWhitespace).map(String.init).map { name in
      products[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
    }
  }
}

extension Target {
  fileprivate static func module(
    _ name: String,
    _ names: String = "",
    path: String? = nil,
    settings: [SwiftSetting] = []
  ) -> Target {
    target(
      name: name,
      dependencies: Shared.dependencies(names),
      path: path,
      swiftSettings: settings
    )
  }

  fileprivate static func program(_ name: String, _ names: String, path: String? = nil) -> Target {
    executableTarget(name: name, dependencies: Shared.dependencies(names), path: path)
  }

  fileprivate static func tests(_ name: String, _ names: String, exclude: [String] = []) -> Target {
    testTarget(name: name, dependencies: Shared.dependencies(names), exclude: exclude)
  }

  fileprivate static func fuzzing(_ name: String, _ names: String) -> Target {
    executableTarget(
      name: "Fuzz\(name)",
      dependencies: Shared.dependencies("CLibFuzzer \(names)"),
      path: "Fuzz/\(name)",
      exclude: ["Seeds"],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    )
  }
}

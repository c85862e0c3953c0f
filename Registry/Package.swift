// swift-tools-version: 6.2
import PackageDescription

// Set by `make fuzz` alone, which instruments our own modules; no other build has unsafe flags.
let isFuzzing = Context.environment["FUZZ"] != nil
let fuzzing = ["-sanitize=fuzzer"]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + (isFuzzing ? [.unsafeFlags(fuzzing)] : [])

let package = Package(
  name: "Registry",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "registry", targets: ["registry"]),
    .executable(name: "registry-server", targets: ["registry-server"]),
  ],
  dependencies: [
    .package(path: "../Tests/ProgramTesting"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CGit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
    ),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    .target(name: "ArchiveUnpacking", dependencies: ["CZlib"], swiftSettings: settings),
    .testTarget(
      name: "ArchiveUnpackingTests",
      dependencies: ["ArchiveUnpacking", "SeededNumbers"],
      swiftSettings: settings
    ),
    .target(
      name: "GitValues",
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .testTarget(
      name: "GitValuesTests",
      dependencies: ["GitValues"],
      swiftSettings: settings
    ),
    .target(
      name: "Files",
      dependencies: [.product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings
    ),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: settings),
    .target(name: "Processes", dependencies: ["Files"], swiftSettings: settings),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes"], swiftSettings: settings),
    .target(
      name: "Git",
      dependencies: [
        "CGit2",
        "Files",
        "GitValues",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "ScratchRepositories",
      dependencies: ["Git", "GitValues"],
      path: "Tests/ScratchRepositories",
      swiftSettings: settings
    ),
    .testTarget(
      name: "GitTests",
      dependencies: ["Files", "Git", "GitValues", "ScratchRepositories"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "registry",
      dependencies: [
        "APICompatibility",
        "Git",
        "GitValues",
        "Processes",
        "RegistryModel",
        "RegistryOperations",
        "ServerArguments",
        "Versioning",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    // What the crash tests must catch; no product, so that nothing but the tests builds it.
    .executableTarget(
      name: "naive-bump",
      dependencies: ["Git", "RegistryOperations", "Versioning"],
      path: "Tests/NaiveBump",
      swiftSettings: settings
    ),
    .testTarget(
      name: "RegistryCommandTests",
      dependencies: [
        "GitValues",
        "RegistryModel",
        "RegistryOperations",
        "SeededNumbers",
        "Versioning",
        "naive-bump",
        "registry",
        "registry-server",
        .product(name: "KillSwitch", package: "ProgramTesting"),
        .product(name: "ProgramTesting", package: "ProgramTesting"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "GenerateMonorepo",
      dependencies: [
        "GitValues", "RegistryModel", "SeededNumbers", "SourceArchive", "Versioning",
      ],
      path: "Benchmarks/GenerateMonorepo",
      swiftSettings: settings
    ),
    .target(name: "Versioning", swiftSettings: settings),
    .target(name: "Resolution", dependencies: ["Versioning"], swiftSettings: settings),
    .target(
      name: "APICompatibility",
      dependencies: ["Files", "Processes", "Versioning"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "APICompatibilityTests",
      dependencies: ["APICompatibility", "Versioning"],
      swiftSettings: settings
    ),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: settings),
    .testTarget(
      name: "VersioningTests",
      dependencies: ["SeededNumbers", "Versioning"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ResolutionTests",
      dependencies: ["Resolution", "SeededNumbers", "Versioning"],
      swiftSettings: settings
    ),
    .target(
      name: "RegistryModel",
      dependencies: ["GitValues", "Versioning"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RegistryModelTests",
      dependencies: ["GitValues", "RegistryModel", "SeededNumbers", "Versioning"],
      swiftSettings: settings
    ),
    .target(
      name: "PackageManifest",
      dependencies: [
        "GitValues",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SourceArchive",
      dependencies: ["CZlib", "GitValues", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PackageManifestTests",
      dependencies: ["GitValues", "PackageManifest", "SeededNumbers"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SourceArchiveTests",
      dependencies: ["GitValues", "SourceArchive"],
      swiftSettings: settings
    ),
    .target(
      name: "RegistryOperations",
      dependencies: [
        "APICompatibility", "Files", "Git", "GitValues", "PackageManifest", "Processes",
        "RegistryModel", "Resolution", "SourceArchive", "Versioning",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ScratchMonorepos",
      dependencies: [
        "Git", "GitValues", "RegistryModel", "RegistryOperations", "ScratchRepositories",
        "Versioning",
      ],
      path: "Tests/ScratchMonorepos",
      swiftSettings: settings
    ),
    .testTarget(
      name: "RegistryOperationsTests",
      dependencies: [
        "APICompatibility", "Files", "Git", "GitValues", "RegistryModel", "RegistryOperations",
        "ScratchMonorepos", "ScratchRepositories", "Versioning",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "RegistryServer",
      dependencies: [
        "ArchiveUnpacking", "Files", "Git", "GitValues", "PackageManifest", "RegistryModel",
        "RegistryOperations", "Versioning",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RegistryServerTests",
      dependencies: [
        "Git", "GitValues", "RegistryModel", "RegistryOperations", "RegistryServer",
        "ScratchMonorepos", "ScratchRepositories", "SourceArchive", "Versioning",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ServerArguments",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings
    ),
    // A product of its own, so that releasing and pinning never compile or load a web server.
    .executableTarget(
      name: "registry-server",
      dependencies: [
        "Git",
        "RegistryOperations",
        "RegistryServer",
        "ServerArguments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// They need libFuzzer, so only `make fuzz` builds them.
if isFuzzing {
  let targets: [(name: String, dependency: Target.Dependency)] = [
    ("Archive", "ArchiveUnpacking"), ("JSON", "RegistryModel"), ("Manifest", "PackageManifest"),
    ("Version", "Versioning"),
  ]
  package.targets.append(.target(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"))
  package.targets += targets.map { name, dependency in
    .executableTarget(
      name: "Fuzz\(name)",
      dependencies: ["CLibFuzzer", "GitValues", dependency],
      path: "Fuzz/\(name)",
      exclude: ["Seeds"],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(fuzzing)]
    )
  }
}

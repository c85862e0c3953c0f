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
    .package(path: "Packages/ManifestEditor"),
    .package(path: "Packages/SemverRules"),
    .package(path: "Packages/Versions"),
    .package(path: "../Tests/ProgramTesting"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Without the traits that link all of Foundation, with the data of ICU, into the server.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // C
    .systemLibrary(
      name: "CGit2",
      path: "Sources/Ground/C/CGit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
    ),
    .systemLibrary(
      name: "CMarkGFM",
      path: "Sources/Ground/C/CMarkGFM",
      pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]
    ),
    .systemLibrary(
      name: "CNettle",
      path: "Sources/Ground/C/CNettle",
      pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"])]
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/Ground/C/CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    .target(name: "CConfinedSpawn", path: "Sources/Ground/C/CConfinedSpawn"),
    // One file that another commit compiles anew: see `make install`.
    .target(name: "CProgramCommit", path: "Sources/Ground/C/CProgramCommit", cSettings: commit),

    // Ground
    // The C library, by the same name on all systems.
    .target(name: "CLibrary", path: "Sources/Ground/C/CLibrary"),
    .target(
      name: "Base",
      dependencies: [
        "CConfinedSpawn", "CLibrary",
        .byName(name: "CNettle", condition: .when(platforms: [.linux])), "ManifestEditor",
        .systemPackage, "Versions",
      ],
      path: "Sources/Ground/Base"
    ),
    .target(
      name: "Git",
      dependencies: ["Base", "CGit2", "CLibrary", "ManifestEditor", .systemPackage],
      path: "Sources/Ground/Git"
    ),
    .target(
      name: "ManifestForms",
      dependencies: ["Base", "Git", "ManifestEditor"],
      path: "Sources/Ground/ManifestForms"
    ),
    .target(
      name: "Model",
      dependencies: [
        "Base", "CLibrary", "CProgramCommit", "CZlib", "Git", "ManifestEditor", "ManifestForms",
        "Versions",
      ],
      path: "Sources/Ground/Model",
      exclude: ["Schemas/release-log.schema.json"],
      resources: [.embedInCode("Schemas/manifest.schema.json")]
    ),

    // Work
    .target(
      name: "Content",
      dependencies: ["Base", "Git", "ManifestEditor", "ManifestForms", "Model", "Versions"],
      path: "Sources/Work/Content"
    ),
    .target(
      name: "Apps",
      dependencies: [
        "Base", "Content", "Git", "ManifestEditor", "ManifestForms", "Model", "Versions",
      ],
      path: "Sources/Work/Apps"
    ),
    .target(
      name: "Checks",
      dependencies: [
        "Apps", "Base", "Content", "Git", "ManifestEditor", "ManifestForms", "Model", "SemverRules",
        "Versions",
      ],
      path: "Sources/Work/Checks"
    ),
    .target(
      name: "Releases",
      dependencies: [
        "Base", "Checks", "Content", "Git", "ManifestEditor", "ManifestForms", "Model",
        "SemverRules", "Versions",
      ],
      path: "Sources/Work/Releases"
    ),
    .target(
      name: "Reports",
      dependencies: [
        "Apps", "Base", "Checks", "Content", "Git", "ManifestEditor", "ManifestForms", "Model",
        "Releases", "SemverRules", "Versions",
      ],
      path: "Sources/Work/Reports"
    ),
    .target(
      name: "Registration",
      dependencies: [
        "Apps", "Base", "Content", "Git", "ManifestEditor", "ManifestForms", "Model", "Releases",
        "Reports", "Versions",
      ],
      path: "Sources/Work/Registration"
    ),

    // Satellites
    .target(
      name: "Sharing",
      dependencies: ["Base", "Git", "ManifestEditor", "ManifestForms", "Model", "Versions"],
      path: "Sources/Satellites/Sharing"
    ),
    .target(
      name: "Mirror",
      dependencies: [
        "Base", "Content", "Git", "ManifestEditor", "ManifestForms", "Model", "Releases",
        "Versions",
      ],
      path: "Sources/Satellites/Mirror"
    ),
    .target(
      name: "Publish",
      dependencies: ["Base", "Content", "Git", "Model", "Releases", "Sharing", "Versions"],
      path: "Sources/Satellites/Publish"
    ),
    .target(
      name: "Extract",
      dependencies: [
        "Base", "Content", "Git", "ManifestEditor", "ManifestForms", "Model", "Registration",
        .swiftParser, .swiftSyntax, "Versions",
      ],
      path: "Sources/Satellites/Extract"
    ),
    .target(
      name: "Site",
      dependencies: [
        "Apps", "Base", "CMarkGFM", "Checks", "Content", "Git", "ManifestEditor", "ManifestForms",
        "Model", "Releases", "Reports", "SemverRules", "Sharing", "Versions",
      ],
      path: "Sources/Satellites/Site"
    ),
    .target(
      name: "Certificates",
      dependencies: [.crypto, "Model", .swiftASN1, .x509],
      path: "Sources/Satellites/Certificates"
    ),
    .target(
      name: "Server",
      dependencies: [
        "Apps", "Base", "Certificates", "Checks", "Content", .coreMetrics, .crypto, "Git",
        .httpTypes, .hummingbird, .hummingbirdCore, .logging, "ManifestEditor", .metrics, "Mirror",
        "Model", .nioCore, .nioHTTP1, .nioHTTPTypes, .nioHTTPTypesHTTP1, .nioPosix, "Releases",
        "Reports", .serviceLifecycle, "Sharing", "Site", "Versions",
      ],
      path: "Sources/Satellites/Server"
    ),
    .target(
      name: "ServerArguments",
      dependencies: [.argumentParser],
      path: "Sources/Satellites/ServerArguments"
    ),

    // Roof
    .executableTarget(
      name: "registry",
      dependencies: [
        "Apps", .argumentParser, "Base", "Checks", "Content", "Extract", "Git", "Mirror", "Model",
        "Publish", "Registration", "Releases", "Reports", "SemverRules", "ServerArguments",
        "Sharing", "Site", .systemPackage, "Versions",
      ],
      path: "Sources/Roof/registry"
    ),
    // A product of its own, so that releasing and pinning never compile or load a web server.
    .executableTarget(
      name: "registry-server",
      dependencies: [
        .argumentParser, "Base", "Git", .hummingbird, .hummingbirdCore, .logging, "Model", .nioCore,
        .nioSSL, "Server", "ServerArguments", .serviceLifecycle, "Sharing", "Site", .systemPackage,
        "Versions",
      ],
      path: "Sources/Roof/registry-server"
    ),
    // The only one that reads certificates: the others ask it, and are built without what it needs.
    .executableTarget(
      name: "registry-signatures",
      dependencies: [.argumentParser, "Base", "Certificates", "Content", "Model", .systemPackage],
      path: "Sources/Roof/registry-signatures"
    ),

    .testTarget(name: "BaseTests", dependencies: ["Base", "Versions"]),
    .testTarget(
      name: "CertificatesTests",
      dependencies: ["Certificates", "Model", "ScratchCertificates"]
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Apps", "Base", "Git", .product(name: "KillSwitch", package: "ProgramTesting"), "Model",
        .product(name: "ProgramTesting", package: "ProgramTesting"), "Reports", "ScratchMonorepos",
        "SeededNumbers", "Versions", "naive-bump", "registry", "registry-server",
        "registry-signatures",
      ]
    ),
    .testTarget(name: "ExtractTests", dependencies: ["Extract", "Git"]),
    .testTarget(name: "GitTests", dependencies: ["Base", "CGit2", "Git", "ScratchRepositories"]),
    .testTarget(
      name: "ManifestFormsTests",
      dependencies: ["Base", "Git", "ManifestEditor", "ManifestForms", "Model", "SeededNumbers"],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "Base", "Git", "ManifestEditor", "ManifestForms", "Model", "SeededNumbers", "Versions",
      ]
    ),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "Apps", "Base", "Checks", "Content", "Git", "ManifestEditor", "ManifestForms", "Mirror",
        "Model", "Registration", "Releases", "Reports", "ScratchMonorepos", "ScratchRepositories",
        "SemverRules", "Sharing", "Versions",
      ]
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Apps", "Base", "Checks", "Content", .crypto, "Git", .httpTypes, .hummingbird,
        .hummingbirdCore, .logging, "ManifestEditor", "Mirror", "Model", .nioCore, .nioEmbedded,
        .nioHTTPTypes, .nioPosix, "Publish", "Registration", "Releases", "Reports",
        "ScratchCertificates", "ScratchMonorepos", "ScratchRepositories", "Server",
        .serviceLifecycle, "Sharing", "Site", "Versions",
      ]
    ),
    .testTarget(name: "SiteTests", dependencies: ["Base", "Site"]),

    // What nothing but tests and benchmarks builds.
    .target(
      name: "ScratchMonorepos",
      dependencies: [
        "Apps", "Base", "Git", "Model", "Releases", "ScratchRepositories", "Versions",
      ],
      path: "Tests/ScratchMonorepos"
    ),
    .target(
      name: "ScratchCertificates",
      dependencies: [.crypto, .swiftASN1, .x509],
      path: "Tests/ScratchCertificates"
    ),
    .target(
      name: "ScratchRepositories",
      dependencies: ["Base", "Git"],
      path: "Tests/ScratchRepositories"
    ),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
    // What the crash tests must catch.
    .executableTarget(
      name: "naive-bump",
      dependencies: ["Base", "Git", "Model", "Releases", "Versions"],
      path: "Tests/NaiveBump"
    ),
    .executableTarget(
      name: "GenerateMonorepo",
      dependencies: ["Base", "Git", "Model", "SeededNumbers", "Versions"],
      path: "Benchmarks/GenerateMonorepo"
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The same sources twice: as a program with libFuzzer, which `make fuzz` instruments all rooms for, or
// else as tests, which read the inputs that it starts from.
package.targets +=
  isFuzzing
  ? [
    .target(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CLibFuzzer", "CLibrary"] + fuzzed,
      path: "Fuzz",
      exclude: ["CLibFuzzer", "SeedTests.swift", "Seeds"]
    ),
  ]
  : [
    .testTarget(
      name: "FuzzTests",
      dependencies: fuzzed,
      path: "Fuzz",
      exclude: ["CLibFuzzer", "Fuzz.swift", "Seeds"]
    )
  ]

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
  target.swiftSettings = settings + (callsC.contains(target.name) ? strict : [])
}

/// The rooms with parsers of what strangers write.
var fuzzed: [Target.Dependency] {
  [
    "Base", "Git", "ManifestEditor", "ManifestForms", "Model", "Releases", "Server", "Sharing",
    "Site", "Versions",
  ]
}

var isFuzzing: Bool { Context.environment["FUZZ"] != nil }

/// The commit that is built, if the build is told: a manifest is not evaluated again for each commit,
/// so what it read from git itself could be an older one.
var commit: [CSetting] {
  guard let commit = Context.environment["REGISTRY_COMMIT"], !commit.isEmpty else { return [] }
  return [.define("REGISTRY_COMMIT", to: commit)]
}

var settings: [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // A Mac has not compiled it yet: what its compiler warns of there is not known.
    .treatAllWarnings(as: .error, .when(platforms: [.linux])),
  ]
}

/// The rooms that call C: the compiler demands a mark at what it cannot check.
var callsC: Set<String> { ["Base", "Git", "Model", "Site"] }

/// The marks are those of Linux, since what only Darwin compiles is not checked there.
var strict: [SwiftSetting] { [.strictMemorySafety(.when(platforms: [.linux]))] }

/// Products of packages from elsewhere.
extension Target.Dependency {
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
  static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
  static let crypto = product(name: "Crypto", package: "swift-crypto")
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
  static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
  static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
  static let logging = product(name: "Logging", package: "swift-log")
  static let metrics = product(name: "Metrics", package: "swift-metrics")
  static let nioCore = product(name: "NIOCore", package: "swift-nio")
  static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
  static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
  static let nioHTTPTypesHTTP1 = product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
  static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
  static let serviceLifecycle = product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle"
  )
  static let swiftASN1 = product(name: "SwiftASN1", package: "swift-asn1")
  static let swiftParser = product(name: "SwiftParser", package: "swift-syntax")
  static let swiftSyntax = product(name: "SwiftSyntax", package: "swift-syntax")
  static let systemPackage = product(name: "SystemPackage", package: "swift-system")
  static let x509 = product(name: "X509", package: "swift-certificates")
}

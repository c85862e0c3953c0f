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
    .system("CGit2", pkgConfig: "libgit2", apt: ["libgit2-dev"], brew: ["libgit2"]),
    .system(
      "CMarkGFM",
      pkgConfig: "libcmark-gfm",
      apt: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"],
      brew: ["cmark-gfm"]
    ),
    .system("CNettle", pkgConfig: "nettle", apt: ["nettle-dev"]),
    .system("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
    .target(name: "CConfinedSpawn", path: "Sources/Ground/C/CConfinedSpawn"),
    // One file that another commit compiles anew: see `make install`.
    .target(name: "CProgramCommit", path: "Sources/Ground/C/CProgramCommit", cSettings: commit),

    // Ground
    // The C library, by the same name on all systems.
    .room("Ground/C/CLibrary", uses: ""),
    .room("Ground/Base", uses: "CConfinedSpawn CLibrary CNettle SystemPackage Versions"),
    .room("Ground/Git", uses: "Base CGit2 CLibrary SystemPackage"),
    .room("Ground/ManifestEditor", uses: "Base Git SwiftParser SwiftSyntax"),
    .room("Ground/Model", uses: "Base CLibrary CProgramCommit CZlib Git ManifestEditor Versions"),

    // Work
    .room("Work/Content", uses: "Base Git ManifestEditor Model Versions"),
    .room("Work/Apps", uses: "Base Content Git ManifestEditor Model Versions"),
    .room("Work/Checks", uses: "Apps Base Content Git ManifestEditor Model SemverRules Versions"),
    .room(
      "Work/Releases",
      uses: "Base Checks Content Git ManifestEditor Model SemverRules Versions"
    ),
    .room(
      "Work/Reports",
      uses: "Apps Base Checks Content Git ManifestEditor Model Releases SemverRules Versions"
    ),
    .room(
      "Work/Registration",
      uses: "Apps Base Content Git ManifestEditor Model Releases Reports Versions"
    ),

    // Satellites
    .room("Satellites/Sharing", uses: "Base Git ManifestEditor Model Versions"),
    .room("Satellites/Mirror", uses: "Base Content Git ManifestEditor Model Releases Versions"),
    .room("Satellites/Publish", uses: "Base Content Git Model Releases Sharing Versions"),
    .room(
      "Satellites/Extract",
      uses: """
        Base Content Git ManifestEditor Model Registration SwiftParser SwiftSyntax Versions
        """
    ),
    .room(
      "Satellites/Site",
      uses: """
        Apps Base CMarkGFM Checks Content Git ManifestEditor Model Releases Reports SemverRules
        Sharing Versions
        """
    ),
    .room("Satellites/Certificates", uses: "Crypto Model SwiftASN1 X509"),
    .room(
      "Satellites/Server",
      uses: """
        Apps Base Certificates Checks Content CoreMetrics Crypto Git HTTPTypes Hummingbird
        HummingbirdCore Logging ManifestEditor Metrics Mirror Model NIOCore NIOHTTP1 NIOHTTPTypes
        NIOHTTPTypesHTTP1 NIOPosix Releases Reports ServiceLifecycle Sharing Site Versions
        """
    ),
    .room("Satellites/ServerArguments", uses: "ArgumentParser"),

    // Roof
    .program(
      "Roof/registry",
      uses: """
        Apps ArgumentParser Base Checks Content Extract Git Mirror Model Publish Registration
        Releases Reports SemverRules ServerArguments Sharing Site SystemPackage Versions
        """
    ),
    // A product of its own, so that releasing and pinning never compile or load a web server.
    .program(
      "Roof/registry-server",
      uses: """
        ArgumentParser Base Git Hummingbird HummingbirdCore Logging Model NIOCore NIOSSL Server
        ServerArguments ServiceLifecycle Sharing Site SystemPackage Versions
        """
    ),
    // The only one that reads certificates: the others ask it, and are built without what it needs.
    .program(
      "Roof/registry-signatures",
      uses: "ArgumentParser Base Certificates Content Model SystemPackage"
    ),

    .tests("BaseTests", of: "Base Versions"),
    .tests("CertificatesTests", of: "Certificates Model ScratchCertificates"),
    .tests(
      "CommandTests",
      of: """
        Apps Base Git KillSwitch Model ProgramTesting Reports ScratchMonorepos SeededNumbers
        Versions naive-bump registry registry-server registry-signatures
        """
    ),
    .tests("ExtractTests", of: "Extract Git"),
    .tests("GitTests", of: "Base CGit2 Git ScratchRepositories"),
    .tests(
      "ManifestEditorTests",
      of: "Base Git ManifestEditor Model SeededNumbers",
      exclude: ["Fixtures"]
    ),
    .tests("ModelTests", of: "Base Git ManifestEditor Model SeededNumbers Versions"),
    .tests(
      "OperationsTests",
      of: """
        Apps Base Checks Content Git ManifestEditor Mirror Model Registration Releases Reports
        ScratchMonorepos ScratchRepositories SemverRules Sharing Versions
        """
    ),
    .tests(
      "ServerTests",
      of: """
        Apps Base Checks Content Crypto Git HTTPTypes Hummingbird HummingbirdCore Logging
        ManifestEditor Mirror Model NIOCore NIOEmbedded NIOHTTPTypes NIOPosix Publish Registration
        Releases Reports ScratchCertificates ScratchMonorepos ScratchRepositories
        Server ServiceLifecycle Sharing Site Versions
        """
    ),
    .tests("SiteTests", of: "Base Site"),

    // What nothing but tests and benchmarks builds.
    .room(
      "ScratchMonorepos",
      in: "Tests",
      uses: "Apps Base Git Model Releases ScratchRepositories Versions"
    ),
    .room("ScratchCertificates", in: "Tests", uses: "Crypto SwiftASN1 X509"),
    .room("ScratchRepositories", in: "Tests", uses: "Base Git"),
    .room("SeededNumbers", in: "Tests", uses: ""),
    // What the crash tests must catch.
    .program("naive-bump", at: "Tests/NaiveBump", uses: "Base Git Model Releases Versions"),
    .program(
      "GenerateMonorepo",
      at: "Benchmarks/GenerateMonorepo",
      uses: "Base Git Model SeededNumbers Versions"
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The rooms are instrumented for them, and they need libFuzzer, so that only `make fuzz` has them.
if isFuzzing {
  package.targets += [
    .target(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
    .fuzzing("Archive", uses: "Model"),
    .fuzzing("Form", uses: "Server"),
    .fuzzing("Headers", uses: "Server Site"),
    .fuzzing("JSON", uses: "Base Model"),
    .fuzzing("Manifest", uses: "Base Git ManifestEditor"),
    .fuzzing("Markdown", uses: "Site"),
    .fuzzing("Objects", uses: "Base Git"),
    .fuzzing("Patterns", uses: "Model Releases Versions"),
    .fuzzing("Text", uses: "Base Git Model Releases Sharing Versions"),
    .fuzzing("Version", uses: "Versions"),
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
  target.swiftSettings = settings + (target.swiftSettings ?? [])
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
  ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : [])
}

/// Our own targets and others' products, from their names with spaces between them.
func named(_ names: String) -> [Target.Dependency] {
  let packages = [
    "ArgumentParser": "swift-argument-parser", "CoreMetrics": "swift-metrics",
    "Crypto": "swift-crypto", "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird",
    "HummingbirdCore": "hummingbird", "KillSwitch": "ProgramTesting", "Logging": "swift-log",
    "Metrics": "swift-metrics", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio",
    "NIOHTTP1": "swift-nio", "NIOHTTPTypes": "swift-nio-extras",
    "NIOHTTPTypesHTTP1": "swift-nio-extras", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl",
    "ProgramTesting": "ProgramTesting", "SemverRules": "SemverRules",
    "ServiceLifecycle": "swift-service-lifecycle", "SwiftASN1": "swift-asn1",
    "SwiftParser": "swift-syntax", "SwiftSyntax": "swift-syntax", "SystemPackage": "swift-system",
    "Versions": "Versions", "X509": "swift-certificates",
  ]
  return names.split(whereSeparator: \.isWhitespace).map(String.init).map { name in
    // Elsewhere the system has CryptoKit.
    if name == "CNettle" { return .byName(name: name, condition: .when(platforms: [.linux])) }
    return packages[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
  }
}

extension Target {
  /// A module, named like its folder.
  static func room(_ place: String, in folder: String = "Sources", uses names: String) -> Target {
    target(
      name: last(place),
      dependencies: named(names),
      path: "\(folder)/\(place)",
      swiftSettings: callsC.contains(place) ? strict : []
    )
  }

  static func program(_ place: String, at path: String? = nil, uses names: String) -> Target {
    executableTarget(
      name: last(place),
      dependencies: named(names),
      path: path ?? "Sources/\(place)"
    )
  }

  static func tests(_ name: String, of names: String, exclude: [String] = []) -> Target {
    testTarget(name: name, dependencies: named(names), exclude: exclude)
  }

  static func fuzzing(_ name: String, uses names: String) -> Target {
    executableTarget(
      name: "Fuzz\(name)",
      dependencies: named("CLibFuzzer \(names)"),
      path: "Fuzz/\(name)",
      exclude: ["Seeds"],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    )
  }

  static func system(
    _ name: String,
    pkgConfig: String,
    apt: [String],
    brew: [String] = []
  ) -> Target {
    systemLibrary(
      name: name,
      path: "Sources/Ground/C/\(name)",
      pkgConfig: pkgConfig,
      providers: [.apt(apt)] + (brew.isEmpty ? [] : [.brew(brew)])
    )
  }

  /// The rooms that call C: the compiler demands a mark at what it cannot check.
  private static let callsC = ["Ground/Base", "Ground/Git", "Ground/Model", "Satellites/Site"]

  /// The marks are those of Linux, since what only Darwin compiles is not checked there.
  private static let strict: [SwiftSetting] = [
    .strictMemorySafety(.when(platforms: [.linux])),
  ]

  private static func last(_ place: String) -> String {
    place.split(separator: "/").last.map(String.init) ?? place
  }
}

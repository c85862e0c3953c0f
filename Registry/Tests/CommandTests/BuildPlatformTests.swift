import Foundation
import ProgramTesting
import Testing

/// What components are built for: the arguments, of which a scripted toolchain takes note.
struct BuildPlatformTests {
  private static let mac = "arm64-apple-macosx15.0"
  private static let linux = "x86_64-unknown-linux-gnu"

  /// Menu 1.0.0, released unchecked, with a function that is only on iOS.
  private func with(
    build: String? = nil,
    packagePlatforms: String = "",
    source: String = "public func cook()\npublic func serve() // arm64-apple-ios-simulator\n",
    on triple: String,
    _ body: (Sandbox, ScriptedSwift) async throws -> Void
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try edit("Registry/manifest.json", in: sandbox) { text in
        guard let build else { return text }
        return text.replacing("\n  \"schema\"", with: "\n  \"build\": \(build),\n  \"schema\"")
      }
      try edit("Components/Menu/Package.swift", in: sandbox) {
        $0.replacing("name: \"Menu\",\n", with: "name: \"Menu\",\n  \(packagePlatforms)\n")
      }
      try sandbox.write(source, to: "Components/Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try await body(sandbox, ScriptedSwift(for: triple, in: sandbox))
    }
  }

  private func edit(_ file: String, in sandbox: Sandbox, _ edit: (String) -> String) throws {
    try sandbox.write(edit(sandbox.read(file)), to: file)
  }

  private func change(_ sandbox: Sandbox) throws {
    try sandbox.write("public func cook()\n", to: "Components/Menu/Sources/Menu/Menu.swift")
    try sandbox.commitAll("feat: serve nothing")
  }

  private static let ios =
    "build --triple arm64-apple-ios-simulator --sdk /SDKs/iphonesimulator.sdk"

  @Test func `each platform is compared, and what breaks on one of them breaks`() async throws {
    try await with(build: #"["macos", "ios"]"#, on: Self.mac) { sandbox, swift in
      try change(sandbox)
      let run = try await sandbox.registry(
        "diff",
        "Menu",
        "1.0.0",
        "--api",
        environment: swift.environment
      )
      #expect(run.output.contains("func serve() was removed on ios [declaration-removed]"))
      let plain = "build -Xswiftc -no-warnings-as-errors"
      let other = "\(Self.ios) -Xswiftc -no-warnings-as-errors"
      #expect(try swift.calls() == [plain, plain, other, other])
      // What is known of one platform is not taken for another's.
      let again = try await sandbox.registry(
        "diff",
        "Menu",
        "1.0.0",
        "--api",
        environment: swift.environment
      )
      #expect(again.output == run.output)
      #expect(try swift.calls().isEmpty)
    }
  }

  @Test(arguments: [
    ("platforms: [.iOS(.v17)],", [ios]), ("platforms: [.iOS(.v17), .macOS(.v14)],", ["build"]),
    ("", ["build"]),
  ])
  func `bump on a Mac builds for iOS a package that is not for macOS`(
    platforms: String,
    calls: [String]
  ) async throws {
    try await with(packagePlatforms: platforms, on: Self.mac) { sandbox, swift in
      try change(sandbox)
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "2.0.0",
        "--no-api-check",
        "--verify",
        "newest",
        environment: swift.environment
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(try swift.calls() == calls)
    }
  }

  @Test func `tests for another system are built and not run`() async throws {
    try await with(build: #""ios""#, on: Self.mac) { sandbox, swift in
      try change(sandbox)
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "2.0.0",
        "--no-api-check",
        "--verify",
        "newest",
        "--test",
        environment: swift.environment
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try swift.calls()
          == [Self.ios, "\(Self.ios) --build-tests -Xswiftc -index-ignore-system-modules"]
      )
    }
  }

  @Test func `a Swift SDK, a triple and arguments reach the package manager`() async throws {
    let build = """
      { "swiftSDK": "static", "triple": "x86_64-swift-linux-musl", \
      "arguments": ["-Xswiftc", "-DDIET"] }
      """
    try await with(build: build, on: Self.linux) { sandbox, swift in
      try change(sandbox)
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "2.0.0",
        "--verify",
        "newest",
        environment: swift.environment
      )
      #expect(run.status == 0, "\(run.error)")
      let described =
        "build --triple x86_64-swift-linux-musl --swift-sdk static -Xswiftc -DDIET"
      let compared = "\(described) -Xswiftc -no-warnings-as-errors"
      #expect(try swift.calls() == [compared, compared, described])
    }
  }

  @Test(arguments: [
    (
      #""ios""#, "public func cook()\n", "'Menu' is built for ios, which needs a Mac"
    ),
    (
      nil, "import UIKit\npublic func cook()\n",
      "'Menu' imports UIKit in 'Sources/Menu/Menu.swift', which needs a Mac"
    ),
    (
      nil, "internal import class UIKit.UIView\npublic func cook()\n",
      "'Menu' imports UIKit in 'Sources/Menu/Menu.swift', which needs a Mac"
    ),
    (
      nil, "import os\npublic func cook()\n",
      "'Menu' imports os in 'Sources/Menu/Menu.swift', which needs a Mac"
    ),
  ])
  func `bump on Linux refuses a package that needs a Mac before it builds anything`(
    build: String?,
    source: String,
    message: String
  ) async throws {
    try await with(build: build, source: source, on: Self.linux) { sandbox, swift in
      try sandbox.change("Menu")
      let bump = try await sandbox.registry(
        "bump",
        "Menu",
        "1.0.1",
        "--verify",
        "newest",
        environment: swift.environment
      )
      #expect(bump.status == 1)
      #expect(
        bump.error == """
          error: component 'Menu': \(message)
          help: run this on macOS with Xcode, or release it unchecked: \
          'registry release Menu --no-api-check --verify none'

          """
      )
      let plan = try await sandbox.registry("plan", "--check-held", environment: swift.environment)
      #expect(plan.output.contains(message))
      #expect(plan.status == 0)
      let audit = try await sandbox.registry("audit", "--all", environment: swift.environment)
      #expect(audit.status == 0)
      let affected = try await sandbox.registry(
        "test",
        "--affected",
        "--since",
        "HEAD^",
        environment: swift.environment
      )
      #expect(affected.error.contains("note: \(message): it is left out"))
      #expect(try swift.calls().isEmpty)
    }
  }

  @Test func `a first release that needs a Mac is refused like any other`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.write("import UIKit\n", to: "Components/Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll()
      let swift = try ScriptedSwift(for: Self.linux, in: sandbox)
      let plan = try await sandbox.registry("plan", environment: swift.environment)
      let words = """
          'Menu' imports UIKit in 'Sources/Menu/Menu.swift', which needs a Mac
          help: run this on macOS with Xcode, or release it unchecked: \
        'registry release Menu --no-api-check --verify none'

        """
      #expect(plan.output == "Menu cannot be released\n\(words)")
      let release = try await sandbox.registry(
        "release",
        "--verify",
        "newest",
        environment: swift.environment
      )
      #expect(release.status == 1)
      #expect(release.output == "Menu is not released\n\(words)")
      #expect(try swift.calls().isEmpty)
    }
  }

  @Test(arguments: [
    ("import PackagePlugin\nimport XcodeProjectPlugin\n", true),
    (
      "import PackagePlugin\n#if canImport(XcodeProjectPlugin)\nimport XcodeProjectPlugin\n#endif\n",
      false
    ),
  ])
  func `a plugin that needs Xcode is refused on Linux`(source: String, isRefused: Bool) async throws
  {
    try await with(on: Self.linux) { sandbox, swift in
      try edit("Components/Menu/Package.swift", in: sandbox) {
        $0.replacing("targets: [.target", with: "targets: [\(Self.plugin), .target")
          .replacing(
            "products: [",
            with: "products: [.plugin(name: \"Lint\", targets: [\"Lint\"]), "
          )
      }
      try sandbox.write(source, to: "Components/Menu/Plugins/Lint/Lint.swift")
      try sandbox.commitAll()
      let plan = try await sandbox.registry("plan", environment: swift.environment)
      #expect(
        plan.output.contains(
          "'Menu' imports XcodeProjectPlugin in 'Plugins/Lint/Lint.swift', which needs a Mac"
        ) == isRefused,
        "\(plan.output)\(plan.error)"
      )
    }
  }

  private static let plugin =
    #".plugin(name: "Lint", capability: .command(intent: .custom(verb: "lint", description: "")))"#

  @Test func `an import under a condition, in a text, or in documentation, needs no Mac`()
    async throws
  {
    let source =
      "#if canImport(UIKit)\nimport UIKit\n#endif\nlet a = \"\"\"\nimport UIKit\n\"\"\"\n"
    try await with(source: source, on: Self.linux) { sandbox, swift in
      let snippet = "Components/Menu/Sources/Menu/Menu.docc/Step.swift"
      try sandbox.write("import UIKit\n", to: snippet)
      try sandbox.commitAll()
      let plan = try await sandbox.registry("plan", environment: swift.environment)
      #expect(plan.status == 0)
      #expect(!plan.output.contains("needs a Mac"))
    }
  }

  @Test func `the stock toolchain compares what only further arguments compile`() async throws {
    let diet = "#if DIET\npublic func fast() {}\n#endif\n"
    try await Sandbox.with(["Menu"]) { sandbox in
      try edit("Registry/manifest.json", in: sandbox) {
        $0.replacing(
          "\"path\": \"Components/Menu\"",
          with: "\"build\": [\"host\", { \"arguments\": [\"-Xswiftc\", \"-DDIET\"] }],"
            + "\n      \"path\": \"Components/Menu\""
        )
      }
      try sandbox.write(diet, to: "Components/Menu/Sources/Menu/Diet.swift")
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.write(
        "public func cook() {}\n",
        to: "Components/Menu/Sources/Menu/Diet.swift"
      )
      try sandbox.commitAll("feat: cook")
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "1.1.0",
        "--verify",
        "newest",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: component 'Menu': version '1.1.0' promises compatibility with '1.0.0', but in the \
          public API
            func fast() was removed on -Xswiftc -DDIET [declaration-removed]
          help: release '2.0.0', or accept the changes with '--accept-breaking REASON'

          """
      )
    }
  }
}

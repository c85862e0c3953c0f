import Foundation
import Testing

/// A `Package.swift` made to end or to hold up what reads it, by every way in.
struct HostileManifestTests {
  /// What stands in front of an ordinary package, and what is said of it.
  struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    let refusal: String
  }

  static let all = [
    Hostile(
      testDescription: "brackets in what only looks like strings",
      code: "let x = " + String(repeating: "'[/*]*/'", count: 1000) + "1",
      refusal: "Package.swift:3:9: syntax error"
    ),
    Hostile(
      testDescription: "brackets in brackets",
      code: "let x: " + String(repeating: "[", count: 120) + "A"
        + String(repeating: "]", count: 120),
      refusal: "Package.swift:3:20: manifest too large or too deeply nested to be read"
    ),
    Hostile(
      testDescription: "words in a row",
      code: "let x = " + String(repeating: "async ", count: 4000) + "1",
      refusal: "Package.swift:3:201: manifest too large or too deeply nested to be read"
    ),
  ]

  private static func manifest(_ hostile: Hostile) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    \(hostile.code)
    let package = Package(
      name: "Menu",
      products: [.library(name: "Menu", targets: ["Menu"])],
      targets: [.target(name: "Menu")]
    )

    """
  }

  @Test(arguments: all)
  func `plan and bump refuse it and say where`(hostile: Hostile) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write(Self.manifest(hostile), to: "Components/Menu/Package.swift")
      try sandbox.commitAll()
      let place = "Components/Menu/\(hostile.refusal)\n"
      let plan = try sandbox.shell("cd repository; timeout 30 registry plan")
      #expect(plan.contains("Menu cannot be released\n  \(place)"), "\(plan)")
      #expect(plan.hasSuffix("\n\n1 release"), "\(plan)")
      let bump = try sandbox.shell(
        "cd repository; timeout 30 registry bump Menu 1.0.0 --verify none 2>&1 || echo status $?"
      )
      #expect(bump.hasPrefix("error: \(place)"), "\(bump)")
      #expect(bump.hasSuffix("\nstatus 1"), "\(bump)")
    }
  }

  @Test(arguments: all)
  func `the server refuses it and goes on`(hostile: Hostile) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.write(Self.manifest(hostile), to: "../Soup/Package.swift")
      try sandbox.write("public let menu = 1\n", to: "../Soup/Sources/Menu/Menu.swift")
      let said = try sandbox.shell(
        """
        export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        export GIT_CONFIG_GLOBAL=/dev/null
        trap 'for server in $(jobs -p); do kill -KILL "$server" || true; done' EXIT
        git -C Soup init -q -b main
        git -C Soup add -A
        git -C Soup -c user.name=Ada -c user.email=ada@example.com commit -q -m Change
        git -C Soup archive --format zip --prefix Soup/ -o ../soup.zip HEAD
        REGISTRY_TOKEN=$(registry token create ci --publish --directory repository --quiet)
        export REGISTRY_TOKEN
        mkfifo url
        registry serve --port 0 --repository repository > url 2> log &
        server=$!
        read -r url < url

        curl -s -m 30 -X PUT "$url/cookr/Soup/1.0.0" -o said -w 'server: %{http_code}\\n' \\
          -H "Authorization: Bearer $REGISTRY_TOKEN" \\
          -H 'Accept: application/vnd.swift.registry.v1+json' -H 'Expect:' \\
          -F 'source-archive=@soup.zip;type=application/zip'
        grep -o 'Package.swift[^";\\\\]*' said | head -n 1
        curl -s -o /dev/null -w 'after it: %{http_code}\\n' "$url/cookr/Kitchen"
        kill -TERM "$server"
        status=0
        wait "$server" || status=$?
        echo "ended: $status"
        """
      )
      #expect(
        said.split(separator: "\n").map(String.init) == [
          "server: 422", hostile.refusal, "after it: 200", "ended: 0",
        ],
        "\(said)"
      )
    }
  }
}

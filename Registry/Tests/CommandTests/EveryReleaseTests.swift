import Foundation
import ProgramTesting
import Testing

/// Every release that a monorepo makes can be used: the stock package manager builds a client of
/// each, from `registry serve`.
struct EveryReleaseTests {
  @Test func `a client builds from every release`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.writePackage("Oven")
      try sandbox.writePackage("Table", dependsOn: "../Kitchen")
      try sandbox.writeManifest(
        Dictionary(
          uniqueKeysWithValues: ["Kitchen", "Menu", "Oven", "Table"].map {
            ($0, "Components/\($0)")
          }
        )
      )
      try sandbox.write(
        "import Menu\n\npublic let kitchen = Menu.name\n",
        to: "Components/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      // Below 1.0.0, with a program beside the library, and flags for its tests alone.
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Oven",
          products: [
            .library(name: "Oven", targets: ["Oven"]), .executable(name: "bake", targets: ["bake"]),
          ],
          dependencies: [.package(path: "../Menu")],
          targets: [
            .target(name: "Oven", dependencies: ["Menu"]),
            .executableTarget(name: "bake", dependencies: ["Oven"]),
            .testTarget(name: "OvenTests", swiftSettings: [.unsafeFlags(["-Onone"])]),
          ]
        )

        """,
        to: "Components/Oven/Package.swift"
      )
      try sandbox.write(
        "import Oven\n\nprint(name)\n",
        to: "Components/Oven/Sources/bake/main.swift"
      )
      try sandbox.write("\n", to: "Components/Oven/Tests/OvenTests/Tests.swift")
      // The package manager unpacks the files right in a package one by one, in any order.
      for number in 0..<8 {
        try sandbox.write("note\n", to: "Components/Oven/note\(number)")
        try FileManager.default.createSymbolicLink(
          atPath: "\(sandbox.repository)/Components/Oven/link\(number)",
          withDestinationPath: "note\(number)"
        )
      }
      try sandbox.commitAll("Furnish the kitchen")
      func release(_ selection: String...) async throws {
        let run = try await sandbox.registry(["release"] + selection)
        #expect(run.status == 0, "\(run.error)")
      }
      try await release("--all", "Menu=0.1.0", "Oven=0.1.0")
      try sandbox.change("Menu", "feat!: no salt")
      try await release()
      try sandbox.change("Kitchen", "feat: soup")
      try await release()
      try sandbox.change("Menu", "fix: pepper")
      try await release()
      #expect(
        try await sandbox.registry("yank", "Menu", "0.2.1", "--reason", "too hot").status == 0
      )
      try sandbox.change("Table", "fix: leg")
      try await release()
      let verified = try await sandbox.registry("verify")
      #expect(verified.status == 0, "\(verified.output)")

      let built = try sandbox.shell(
        """
        export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        own="--cache-path $PWD/cache --config-path $PWD/config --security-path $PWD/security"
        trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT
        mkfifo url
        registry serve --port 0 --repository repository > url 2> log &
        read -r url < url
        mkdir -p client/Sources/client && cd client
        echo > Sources/client/client.swift
        git -C ../repository tag --list | sort | while IFS=/ read -r name version; do
          if [ "$name $version" = 'Menu 0.2.1' ]; then continue; fi
          cat > Package.swift <<END
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "client",
          dependencies: [.package(id: "cookr.$name", exact: "$version")],
          targets: [
            .target(name: "client", dependencies: [.product(name: "$name", package: "cookr.$name")])
          ]
        )
        END
          rm -f Package.resolved
          swift package-registry set $own --allow-insecure-http "$url"
          swift build $own --disable-index-store > ../complaint 2>&1 || { cat ../complaint; exit 1; }
          echo "$name $version"
        done
        """
      )
      #expect(
        built.split(separator: "\n") == [
          "Kitchen 1.0.0", "Kitchen 2.0.0", "Kitchen 2.1.0", "Menu 0.1.0", "Menu 0.2.0",
          "Oven 0.1.0", "Oven 0.2.0", "Table 1.0.0", "Table 2.0.0", "Table 2.0.1",
        ]
      )
    }
  }
}

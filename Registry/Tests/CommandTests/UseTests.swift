import Foundation
import ProgramTesting
import Testing

/// `registry use`, in the folder of a package that is in no repository.
struct UseTests {
  private func withPackage(_ body: (Sandbox, String) async throws -> Void) async throws {
    try await Sandbox.with([]) { sandbox in
      let folder = sandbox.folder + "/client"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("// swift-tools-version: 6.0\n".utf8)
        .write(to: URL(filePath: folder + "/Package.swift"))
      try await body(sandbox, folder)
    }
  }

  /// Serves the repository, and has an empty package beside it.
  private static let server = """
    export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT
    mkfifo url
    # Clients take only 127.0.0.1 and localhost for their own machine.
    registry serve --host 127.0.0.2 --port 0 --repository repository > url 2> log &
    read -r url < url
    mkdir client && echo '// swift-tools-version: 6.0' > client/Package.swift

    """

  @Test func `a package is told where a scope comes from, and a person what to write`() async throws
  {
    try await Sandbox.with([]) { sandbox in
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "ChefSourcing",
          products: [
            .library(name: "Chefs", targets: ["Chefs"]),
            .library(name: "ChefTesting", targets: ["Chefs"]),
            .executable(name: "preview", targets: ["preview"]),
          ],
          targets: [.target(name: "Chefs"), .executableTarget(name: "preview")]
        )

        """,
        to: "Components/ChefSourcing/Package.swift"
      )
      try sandbox.writeManifest(["ChefSourcing": "Components/ChefSourcing"])
      try sandbox.commitAll()
      try await sandbox.registry("bump", "ChefSourcing", "2.4.1")
      try sandbox.change("ChefSourcing")
      try await sandbox.registry("bump", "ChefSourcing", "2.5.0-beta.0")
      let printed = try sandbox.shell(
        Self.server + """
          file=client/.swiftpm/configuration/registries.json
          use() { registry use "$url" "$@" --allow-insecure-http --directory client 2>&1 | sed "s|$url|URL|g"; }
          use cookr.ChefSourcing@2.4.1 --dry-run | sed -n 1p
          test ! -e "$file"
          use cookr.ChefSourcing@2.4.1
          sed "s|$url|URL|g" "$file"
          use cookr.ChefSourcing --json
          """
      )
      let chefs = #".product(name: "Chefs", package: "cookr.ChefSourcing")"#
      let testing = #".product(name: "ChefTesting", package: "cookr.ChefSourcing")"#
      func quoted(_ text: String) -> String { text.replacing("\"", with: "\\\"") }
      #expect(
        printed == """
          the scope cookr would come from URL
          the scope cookr comes from URL
            file    client/.swiftpm/configuration/registries.json

          in Package.swift:
            .package(id: "cookr.ChefSourcing", from: "2.4.1"),
          in the targets that use them:
            \(chefs),
            \(testing),
          {
            "registries": {
              "cookr": {
                "url": "URL"
              }
            },
            "version": 1
          }
          {
            "file" : "client/.swiftpm/configuration/registries.json",
            "outcome" : "unchanged",
            "packages" : [
              {
                "dependency" : ".package(id: \\"cookr.ChefSourcing\\", from: \\"2.4.1\\")",
                "id" : "cookr.ChefSourcing",
                "products" : [
                  "\(quoted(chefs))",
                  "\(quoted(testing))"
                ],
                "version" : "2.4.1"
              }
            ],
            "registry" : "URL",
            "scope" : "cookr"
          }
          """
      )
    }
  }

  @Test func `a file that git ignores is said to need more than 'git add'`() async throws {
    try await Sandbox.with { sandbox in
      let printed = try sandbox.shell(
        Self.server + """
          use() { registry use "$url" --allow-insecure-http --scope cookr --directory client 2>&1 > /dev/null; }
          use
          git init -q client && echo /.swiftpm > client/.gitignore
          use
          git -C client add -f .swiftpm
          use
          """
      )
      let file = "client/.swiftpm/configuration/registries.json"
      #expect(
        printed
          == "note: git ignores this file: 'git add -f \(file)' adds it for other clones"
      )
    }
  }

  @Test func `the stock package manager takes what was written`() async throws {
    try await Sandbox.with { sandbox in
      let printed = try sandbox.shell(
        Self.server + """
          cd client
          for option in --default "--scope cookr"; do
            registry use "$url" --allow-insecure-http $option > ../printed
          done
          swift package-registry set --scope shop https://c.example.com \
            --config-path ../config --cache-path ../cache --security-path ../security
          sed "s|$url|URL|" .swiftpm/configuration/registries.json
          """
      )
      struct Registries: Decodable, Equatable {
        struct Registry: Decodable, Equatable {
          let url: String
        }
        let registries: [String: Registry]
      }
      let read = try JSONDecoder().decode(Registries.self, from: Data(printed.utf8))
      #expect(
        read.registries.mapValues(\.url) == [
          "[default]": "URL", "cookr": "URL", "shop": "https://c.example.com",
        ]
      )
    }
  }

  @Test func `use refuses packages that the registry does not have, and writes nothing`()
    async throws
  {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let printed = try sandbox.shell(
        Self.server + """
          use() {
            status=0
            registry use "$@" --allow-insecure-http --directory client > printed 2>&1 || status=$?
            echo "$status"
            sed -e "s|$url|URL|g" -e "s/^\\(error: cannot reach '[^']*'\\).*/\\1/" printed
          }
          use "$url" cookr.Menux
          use "$url" cookr.Kitchen
          use "$url" cookr.Menu cookr.Kitchen@1.0.0
          use "$url" shop.Menu
          use "$url" cookr.Menu@2.0.0 --dry-run
          use "http://127.0.0.1:1" cookr.Menu
          use "http://127.0.0.1:1" --scope cookr
          use "http://127.0.0.1:1" --default
          find client -mindepth 1
          mkdir -p client/.swiftpm/configuration
          echo '{ broken' > client/.swiftpm/configuration/registries.json
          use "$url" cookr.Menu | sed -n 1p
          cat client/.swiftpm/configuration/registries.json
          """
      )
      #expect(
        printed == """
          1
          error: 'URL' has no package 'cookr.Menux'
          help: check the name and the URL
          1
          error: 'URL' has no package 'cookr.Kitchen'
          help: check the name and the URL
          1
          error: 'URL' has no 'cookr.Kitchen@1.0.0'
          help: check name and version, or leave out the version for the newest release
          1
          error: 'URL' has no package 'shop.Menu'
          help: check the name and the URL
          1
          error: 'URL' has no 'cookr.Menu@2.0.0'
          help: check name and version, or leave out the version for the newest release
          1
          error: cannot reach 'http://127.0.0.1:1/cookr/Menu'
          help: check the URL and the network
          1
          error: cannot reach 'http://127.0.0.1:1/availability'
          help: check the URL and the network
          1
          error: cannot reach 'http://127.0.0.1:1/availability'
          help: check the URL and the network
          client/Package.swift
          1
          { broken
          """
      )
    }
  }

  @Test(arguments: [
    ("use https://a.example.com Chefs", 1, "invalid package 'Chefs'"),
    ("use https://a.example.com cookr.Chefs@2", 1, "invalid version '2'"),
    ("use https://a.example.com cookr.Chefs@2.0.0 shop.Menu@1.0.0", 1, "'shop.Menu' is not in"),
    ("use http://a.example.com --scope cookr", 1, "'http://a.example.com' is not encrypted"),
    ("use https://me:x@a.example.com --scope cookr", 1, "the registry URL contains a user name"),
    ("use ftp://a.example.com --scope cookr", 1, "invalid registry URL 'ftp://a.example.com'"),
    ("use https://a.example.com?x --scope cookr", 1, "invalid registry URL"),
    ("use https:// --scope cookr", 1, "invalid registry URL 'https://'"),
    ("use https://a.example.com --scope cookr --directory ..", 1, "the folder '..' has no"),
    ("use https://a.example.com", 2, "expected a package such as"),
    ("use https://a.example.com --scope cookr --default", 2, "'--default' and '--scope'"),
  ])
  func `use refuses invalid arguments, and writes nothing`(
    command: String,
    status: Int,
    error: String
  ) async throws {
    try await withPackage { sandbox, folder in
      let run = try await sandbox.registry(
        ["use", "--directory", folder] + command.split(separator: " ").dropFirst().map(String.init)
      )
      #expect(run.status == status)
      #expect(run.error.hasPrefix("error: \(error)"), "\(run.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Package.swift"])
    }
  }
}

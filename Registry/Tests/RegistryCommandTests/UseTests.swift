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
      let printed = try sandbox.shell(
        """
        export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT
        mkfifo url
        registry serve --port 0 --repository repository > url 2> log &
        read -r url < url
        mkdir client && echo '// swift-tools-version: 6.0' > client/Package.swift
        file=client/.swiftpm/configuration/registries.json
        use() { registry use "$url" "$@" --directory client 2>&1 | sed "s|$url|URL|g"; }
        use cookr.ChefSourcing@2.4.1 --dry-run | head -n 1
        test ! -e "$file"
        use cookr.ChefSourcing@2.4.1
        sed "s|$url|URL|g" "$file"
        use cookr.ChefSourcing@2.4.1 --json
        use cookr.ChefSourcing@9.9.9
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
          the products of 'cookr.ChefSourcing@9.9.9' are not known: 'URL' has no \
          'cookr.ChefSourcing@9.9.9'
          the scope cookr already comes from URL
            file    client/.swiftpm/configuration/registries.json

          in Package.swift:
            .package(id: "cookr.ChefSourcing", from: "9.9.9"),
          """
      )
    }
  }

  @Test func `the stock package manager takes what was written`() async throws {
    try await withPackage { sandbox, folder in
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      try await sandbox.registry(
        "use",
        "https://a.example.com",
        "--default",
        "--directory",
        folder
      )
      try await sandbox.registry(
        "use",
        "https://b.example.com",
        "--scope",
        "cookr",
        "--directory",
        folder
      )
      try sandbox.shell(
        """
        cd client
        export PATH='\(path)'
        swift package-registry set --scope shop https://c.example.com \
          --config-path ../config --cache-path ../cache --security-path ../security
        """
      )
      let file = URL(filePath: folder + "/.swiftpm/configuration/registries.json")
      struct Registries: Decodable, Equatable {
        struct Registry: Decodable, Equatable {
          let url: String
        }
        let registries: [String: Registry]
      }
      let read = try JSONDecoder().decode(Registries.self, from: Data(contentsOf: file))
      #expect(
        read.registries.mapValues(\.url) == [
          "[default]": "https://a.example.com", "cookr": "https://b.example.com",
          "shop": "https://c.example.com",
        ]
      )
    }
  }

  @Test(arguments: [
    ("use https://a.example.com cookr.Chefs", 1, "invalid package 'cookr.Chefs'"),
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
  func `what makes no sense is refused, and nothing is written`(
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

  @Test func `http is taken where it is asked for, and of a file that is none, nothing is lost`()
    async throws
  {
    try await withPackage { sandbox, folder in
      let arguments = [
        "use", "http://a.example.com", "--allow-insecure-http", "--scope", "cookr",
        "--config-path", folder,
      ]
      #expect(try await sandbox.registry(arguments).status == 0)
      let file = URL(filePath: folder + "/registries.json")
      try Data("{ broken".utf8).write(to: file)
      let run = try await sandbox.registry(arguments)
      #expect(run.status == 1)
      #expect(try Data(contentsOf: file) == Data("{ broken".utf8))
    }
  }
}

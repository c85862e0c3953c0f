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
    try await withPackage { sandbox, folder in
      let file = folder + "/.swiftpm/configuration/registries.json"
      let arguments = [
        "use", "http://127.0.0.1:8080/", "cookr.ChefSourcing@2.4.1", "--directory", folder,
      ]
      #expect(
        try await sandbox.registry(arguments + ["--dry-run"]).output.hasPrefix(
          "the scope cookr would come from"
        )
      )
      #expect(FileManager.default.fileExists(atPath: file) == false)
      #expect(
        try await sandbox.registry(arguments).output == """
          the scope cookr comes from http://127.0.0.1:8080
            file    \(file)

          in Package.swift:
            .package(id: "cookr.ChefSourcing", from: "2.4.1"),
          in the target:
            .product(name: "ChefSourcing", package: "cookr.ChefSourcing"),

          """
      )
      #expect(
        try String(contentsOfFile: file, encoding: .utf8) == """
          {
            "registries": {
              "cookr": {
                "url": "http://127.0.0.1:8080"
              }
            },
            "version": 1
          }

          """
      )
      let again = try await sandbox.registry(arguments + ["--json"])
      #expect(
        again.output.replacing(folder, with: "<folder>") == """
          {
            "file" : "<folder>/.swiftpm/configuration/registries.json",
            "outcome" : "unchanged",
            "packages" : [
              {
                "dependency" : ".package(id: \\"cookr.ChefSourcing\\", from: \\"2.4.1\\")",
                "id" : "cookr.ChefSourcing",
                "product" : ".product(name: \\"ChefSourcing\\", package: \\"cookr.ChefSourcing\\")",
                "version" : "2.4.1"
              }
            ],
            "registry" : "http://127.0.0.1:8080",
            "scope" : "cookr"
          }

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
    ("use https://me:x@a.example.com --scope cookr", 1, "the registry URL holds a name"),
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

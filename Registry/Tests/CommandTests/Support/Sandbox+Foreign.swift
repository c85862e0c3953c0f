import Foundation
import ProgramTesting
import ScratchMonorepos
import Testing

extension Sandbox {
  /// Lends a sandbox whose repository has no registry, with these files committed.
  static func withForeign<Result>(
    _ files: [String: String],
    _ body: (Sandbox) async throws -> Result
  ) async throws -> Result {
    try await with([]) { sandbox in
      try sandbox.git("rm", "-q", "Registry/manifest.json")
      for (file, content) in files { try sandbox.write(content, to: file) }
      try sandbox.commitAll("Add the files")
      try sandbox.git("remote", "add", "origin", "git@git.example.com:Bistro/shop.git")
      return try await body(sandbox)
    }
  }

  /// Commits more files.
  func add(_ files: [String: String]) throws {
    for (file, content) in files { try write(content, to: file) }
    try commitAll("Add the files")
  }

  /// Adds a source file to the library in a folder, and commits that.
  func change(in folder: String, _ message: String) throws {
    let name = folder.split(separator: "/").last ?? ""
    try write("// \(message)\n", to: "\(folder)/Sources/\(name)/\(UUID().uuidString).swift")
    try commitAll(message)
  }

  /// A sandbox with files that `init` has listed.
  static func withListed(
    _ files: [String: String],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      try await body(sandbox)
    }
  }

  /// A sandbox whose components are all released.
  static func withReleased(
    _ files: [String: String],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await withListed(files) { sandbox in
      let run = try await sandbox.registry("release")
      #expect(run.status == 0, "\(run.error)")
      try await body(sandbox)
    }
  }

  /// The files of a release's archive, which is left beside the repository.
  func archived(_ name: String, _ version: String) async throws -> [String] {
    let run = try await registry(
      "archive",
      name,
      version,
      "--force",
      "--output",
      "\(folder)/\(name).zip"
    )
    #expect(run.status == 0, "\(run.error)")
    return try shell("unzip -Z1 '\(name).zip'").split(separator: "\n").map(String.init)
  }

  /// Adds another repository as a submodule, which git allows for a path only if told to.
  func addSubmodule(_ repository: String, at path: String) throws {
    try git("-c", "protocol.file.allow=always", "submodule", "add", "-q", repository, path)
  }

  /// What a package with one library needs, in its folder.
  static func library(_ folder: String, dependsOn paths: [String] = []) -> [String: String] {
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    return [
      "\(folder)/Package.swift": MonorepoFiles.package(name, dependsOn: paths),
      "\(folder)/Sources/\(name)/\(name).swift": MonorepoFiles.source(name),
      "\(folder)/LICENSE": "Do as you like.\n",
    ]
  }

  /// A manifest with these lines in the place of all that a package may have beside its name.
  static func manifest(_ name: String, _ lines: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "\(name)",
    \(lines)
    )

    """
  }
}

extension [String: String] {
  static func + (left: [String: String], right: [String: String]) -> [String: String] {
    left.merging(right) { $1 }
  }
}

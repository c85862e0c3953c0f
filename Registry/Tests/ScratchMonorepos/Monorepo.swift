import Base
package import Git
package import Model
package import Releases
import Versions
import Foundation
package import ScratchRepositories

extension Release {
  /// The digits of its archive's checksum; none for an internal release.
  package var checksum: String { archive?.hexadecimal ?? "" }
}

/// A monorepo of small packages in the running test's scratch repository.
extension Scratch {
  /// Commits components without dependencies, and the manifest that lists them.
  package func makeMonorepo(_ names: [String] = ["Menu", "Kitchen"]) throws {
    for name in names { try writePackage(name) }
    try writeManifest(names)
    try git("config", "user.name", "Ada")
    try git("config", "user.email", "ada@example.com")
    try commitAll("Add the packages")
  }

  package func writeManifest(_ names: [String]) throws {
    let paths = names.map { ($0, "Components/\($0)") }
    let manifest = MonorepoFiles.manifest(Dictionary(uniqueKeysWithValues: paths))
    try write(manifest, to: "Registry/manifest.json")
  }

  package func writePackage(_ name: String, dependsOn paths: [String] = []) throws {
    let folder = "Components/\(name)"
    try write(MonorepoFiles.package(name, dependsOn: paths), to: "\(folder)/Package.swift")
    try write(MonorepoFiles.source(name), to: "\(folder)/Sources/\(name)/\(name).swift")
  }

  /// Changes a component and commits that.
  @discardableResult
  package func change(
    _ name: String,
    _ message: String = "Change",
    _ content: String = UUID().uuidString
  ) throws -> ObjectID {
    try write("// \(content)\n", to: "Components/\(name)/Sources/\(name)/Change.swift")
    return try commitAll(message)
  }

  /// The same without index and working files, as a push or another program does it.
  package func changeOnBranch(_ name: String, _ message: String = "Change") throws {
    let content = "// \(UUID().uuidString)\n"
    let commit = """
      commit refs/heads/main
      committer Ada <ada@example.com> 1700000000 +0100
      data \(message.utf8.count)
      \(message)
      from refs/heads/main^0
      M 100644 inline Components/\(name)/Sources/\(name)/Change.swift
      data \(content.utf8.count)
      \(content)

      """
    try git("fast-import", "--quiet", input: Array(commit.utf8))
  }

  package func workspace() throws -> Workspace {
    try Workspace(directory: path)
  }

  @discardableResult
  package func bump(
    _ name: String,
    _ version: String,
    notes: String? = nil,
    context: WriteContext = .test()
  ) throws -> ReleasePlan {
    var release = MakeReleases(
      component: name,
      version: .exactly(try SemanticVersion(version)),
      context: context
    )
    release.notes = notes
    return try release.run(in: workspace())
  }

  /// The log of a component at the branch's tip.
  package func log(of name: String) throws -> ReleaseLog {
    let workspace = try workspace()
    let tip = try ObjectID(hex: git("rev-parse", "HEAD"))
    return try workspace.log(of: ComponentName(name), in: workspace.state(at: tip))
  }

  package func manifest() throws -> Manifest {
    try ManifestDocument(
      reading: Array(read("Registry/manifest.json").utf8),
      file: "manifest.json"
    ).manifest
  }

  package func versions(of name: String) throws -> [String] {
    try log(of: name).releases.map(\.version.description)
  }

  /// Every file below the repository, git's own included, with its content.
  package func everything() throws -> [String: String] {
    var files: [String: String] = [:]
    let root = URL(filePath: path)
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let url = root.appending(path: name)
      let values = try url.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
      if values.isSymbolicLink == true {
        files[name] = try FileManager.default.destinationOfSymbolicLink(atPath: url.path())
      } else if values.isRegularFile == true {
        files[name] = try Data(contentsOf: url).base64EncodedString()
      } else {
        files[name] = "folder"
      }
    }
    return files
  }

  /// Throws if git finds any fault.
  package func fsck() throws {
    try git("fsck", "--strict", "--full", "--no-dangling")
  }
}

extension WriteContext {
  /// Ada at a fixed time.
  package static func test(
    at seconds: Int64 = 1_763_715_600,
    failures: FailureInjection = FailureInjection { _ in }
  ) -> WriteContext {
    WriteContext(
      clock: { GitTime(seconds: seconds) },
      variable: { _ in nil },
      lockLimit: .seconds(60),
      failures: failures
    )
  }
}

/// The code of the operation's error that `body` throws; nothing if it throws none.
package func code(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OperationError)?.code.rawValue
  }
}

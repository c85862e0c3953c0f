import Files
import Git
package import GitValues
import Processes
package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Evaluates manifests with `swift package dump-package`, as they are in the working tree.
package struct DumpedManifests: ManifestEvaluating {
  package init() {}

  package func evaluate(
    _ folder: TreePath,
    in root: String
  ) throws(OperationError) -> EvaluatedManifest {
    try unifyingErrors {
      let real = try LocalFile.realPath(root)
      let path = folder.isRoot ? real : "\(real)/\(folder)"
      let tool = ToolProcess(
        program: "swift",
        arguments: ["package", "--package-path", path, "dump-package"]
      )
      let outcome = try tool.run()
      // Warnings of the compiler come before it.
      let lines = outcome.output.split(separator: "\n").drop { $0 != "{" }
      let json = lines.joined(separator: "\n")
      guard outcome.status == 0,
        let dump = try? JSONDecoder().decode(Dump.self, from: Data(json.utf8))
      else {
        let complaint = outcome.output.split(separator: "\n").first { $0.contains("error:") }
        throw OperationError(
          .invalidPackage,
          "the toolchain cannot evaluate the manifest in '\(folder)'"
            + (complaint.map { ": \($0)" } ?? ""),
          help: "'swift package --package-path \(folder.description.shellQuoted) dump-package'"
            + " shows why"
        )
      }
      return try dump.manifest(below: real)
    }
  }

  /// The parts of what is printed that are read here.
  private struct Dump: Decodable {
    struct Dependency: Decodable {
      struct FileSystem: Decodable { let path: String }
      let fileSystem: [FileSystem]?
    }
    struct Product: Decodable {
      struct Kind: Decodable {
        let isExecutable: Bool

        private enum Key: String, CodingKey { case executable }

        init(from decoder: any Decoder) throws {
          isExecutable = try decoder.container(keyedBy: Key.self).contains(.executable)
        }
      }
      let name: String
      let targets: [String]
      let type: Kind
    }
    struct Target: Decodable {
      let name: String
      let type: String
    }
    let name: String
    let dependencies: [Dependency]
    let products: [Product]
    let targets: [Target]

    func manifest(below root: String) throws -> EvaluatedManifest {
      let paths = dependencies.flatMap { $0.fileSystem ?? [] }.map(\.path)
      let covered = Set(products.flatMap(\.targets))
      let executables =
        products.filter(\.type.isExecutable).map(\.name)
        + targets.filter { $0.type == "executable" && !covered.contains($0.name) }.map(\.name)
      return EvaluatedManifest(
        name: name,
        // What is outside of the repository is named where its manifest says so.
        dependencies: try paths.compactMap { try ManifestLocation.path($0, below: root) },
        executables: Set(executables).sorted(),
        hasLibrary: products.contains { !$0.type.isExecutable }
      )
    }
  }
}

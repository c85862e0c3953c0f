import Foundation
import Git
import Model

/// The same graph in Python's terms: a wheel for each release, which has nothing but its metadata,
/// and a list of what is asked for.
struct WheelFolder {
  let graph: RequirementGraph

  /// Writes the wheels and `requirements.in` into `folder`, which is made.
  func write(to folder: String) throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, releases) in graph.requirements.enumerated() {
      for (version, requirements) in zip(graph.versions, releases) {
        let name = "\(Self.name(number))-\(version)"
        let wheel = try Self.wheel(
          name,
          metadata: """
            Metadata-Version: 2.1
            Name: \(Self.name(number))
            Version: \(version)
            \(requirements.map { "Requires-Dist: \(Self.text($0))\n" }.joined())
            """
        )
        try wheel.write(to: folder.appending(path: "\(name)-py3-none-any.whl"))
      }
    }
    let wanted = graph.pins.map { Self.text($0) + "\n" }.joined()
    try Data(wanted.utf8).write(to: folder.appending(path: "requirements.in"))
  }

  private static func name(_ component: Int) -> String {
    GeneratedComponent.name(component).lowercased()
  }

  private static func text(_ requirement: RequirementGraph.Requirement) -> String {
    "\(name(requirement.component))>=\(requirement.lower),<\(requirement.upper)"
  }

  private static func wheel(_ name: String, metadata: String) throws -> Data {
    let contents = [
      "METADATA": metadata,
      "RECORD": "",
      "WHEEL": "Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ]
    let archive = try StoredArchive(
      root: "\(name).dist-info",
      entries: contents.keys.map { ArchiveEntry(path: try TreePath($0), kind: .file) }
    )
    var data = Data()
    _ = try archive.write(contents: { Array((contents[$0.path.string] ?? "").utf8) }) {
      data.append(contentsOf: $0)
    }
    return data
  }
}

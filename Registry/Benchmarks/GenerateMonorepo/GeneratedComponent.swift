import Base
import Git
import Model
import Versions

/// A component as the generator has it in memory: what its archives and records follow from.
struct GeneratedComponent {
  let name: String
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var log = ""
  private(set) var versions: [SemanticVersion] = []
  private let sources: [String]

  var path: String { "Components/\(name)" }
  var logPath: String { "Registry/releases/\(name).jsonl" }

  init(number: Int, sources count: Int) {
    let name = Self.name(number)
    self.name = name
    sources = (1...count).map { "Sources/\(name)/File\($0).swift" }
    files["Package.swift"] = Array(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        targets: [.target(name: "\(name)")]
      )

      """.utf8
    )
    files["README.md"] = Array("# \(name)\n".utf8)
    for source in sources { files[source] = Self.source(1) }
  }

  /// The name of the component of that number: `Part0007`.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return "Part" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Changes one of its sources, and returns the path inside it.
  mutating func change(_ number: Int) -> String {
    let path = sources[number % sources.count]
    files[path] = Self.source(number)
    return path
  }

  /// Adds the record of its next release.
  ///
  /// - Parameter interface: What the record says of it.
  mutating func release(
    tree: String,
    source: String,
    at time: Int,
    interface: ReleaseInterface? = nil
  ) throws {
    let version = try SemanticVersion("1.\(versions.count).0")
    let archive = try StoredArchive(
      root: "\(name)-\(version)",
      entries: files.keys.map { ArchiveEntry(path: try TreePath($0), kind: .file) }
    )
    let summary = try archive.write(contents: { files[$0.path.string] ?? [] }, to: { _ in })
    let release = Release(
      version: version,
      tree: try ObjectID(hex: tree),
      source: try ObjectID(hex: source),
      date: try RecordDate(secondsSince1970: time),
      archive: try ArchiveChecksum(hexadecimal: summary.checksum),
      interface: interface
    )
    log += LogRecord.release(release).line + "\n"
    versions.append(version)
  }

  /// Some hundred lines, of which few differ from number to number.
  private static func source(_ number: Int) -> [UInt8] {
    var text = "/// Made for a benchmark.\npublic enum Number\(number % 7) {\n"
    for line in 0..<60 {
      let value = line == number % 60 ? number : line * 31
      text += "  public static let value\(line) = \(value)\n"
    }
    return Array((text + "}\n").utf8)
  }
}

import APICompatibility
import Foundation
import Testing

/// Code of one module, for the toolchain's own tools.
struct SampleModule: Sendable {
  static let name = "Sample"

  let name: String
  let code: String

  /// What the tools find between two states of the module `Sample`, each compiled after the modules
  /// that stand before it.
  static func difference(
    from old: [SampleModule],
    to new: [SampleModule]
  ) throws -> InterfaceDifference {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "sample-modules-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let digester = try Digester(Toolchain())
    let before = try interface(of: old, digester, below: "\(folder)/old")
    let after = try interface(of: new, digester, below: "\(folder)/new")
    return try InterfaceDifference(
      from: before,
      to: after,
      of: [name],
      breakages: digester.breakages(from: "\(folder)/old.json", to: "\(folder)/new.json"),
      reverse: digester.breakages(from: "\(folder)/new.json", to: "\(folder)/old.json")
    )
  }

  /// Leaves what the digester reads beside `folder`, which is made.
  private static func interface(
    of modules: [SampleModule],
    _ digester: Digester,
    below folder: String
  ) throws -> PublicInterface {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for module in modules { try module.compile(into: folder) }
    try digester.dump([name], in: folder, to: "\(folder)/raw.json")
    let interface = try PublicInterface(
      digesterText: Array(Data(contentsOf: URL(filePath: "\(folder)/raw.json"))),
      modules: [name]
    )
    try Data(interface.json).write(to: URL(filePath: "\(folder).json"))
    return interface
  }

  private func compile(into folder: String) throws {
    let file = "\(folder)/\(name).swift"
    try Data(code.utf8).write(to: URL(filePath: file))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-package-name",
      "sample", "-I", folder, "-module-name", name, file, "-o", "\(folder)/\(name).swiftmodule",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

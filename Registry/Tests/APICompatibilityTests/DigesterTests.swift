import Foundation
import Testing

import APICompatibility

/// The toolchain's own tool, really run: all changes together in two versions of one module, each in
/// a namespace of its own.
struct DigesterTests {
  private static let comparison = Result { try compare(PublicInterfaceChange.all) }

  @Test(arguments: PublicInterfaceChange.all)
  func `a change of the interface is called what it is`(change: PublicInterfaceChange) throws {
    let difference = try Self.comparison.get()
    let words = { (changes: [InterfaceChange]) in
      changes.filter { found in
        ["\(change.name).", "P\(change.name)."].contains { found.declaration.hasPrefix($0) }
      }.map(\.words)
    }
    let named = { (texts: [String]) in texts.map { $0.replacing("%", with: change.name) } }
    #expect(words(difference.breakages) == named(change.breakages))
    #expect(words(difference.additions) == named(change.additions))
  }

  @Test func `nothing is found that is in no change`() throws {
    let expected = PublicInterfaceChange.all.flatMap { $0.breakages + $0.additions }
    #expect(try Self.comparison.get().changes.count == expected.count)
  }

  private static func compare(_ changes: [PublicInterfaceChange]) throws -> InterfaceDifference {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "digester-tests-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let toolchain = try Toolchain()
    let digester = try Digester(toolchain)
    var interfaces: [PublicInterface] = []
    for (name, code) in [("old", \PublicInterfaceChange.old), ("new", \.new)] {
      let place = "\(folder)/\(name)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let source = changes.map { "public enum \($0.name) {\n\($0[keyPath: code])\n}\n" }.joined()
      try Data(source.utf8).write(to: URL(filePath: "\(place)/Sample.swift"))
      try compile("\(place)/Sample.swift", into: place)
      try digester.dump(["Sample"], in: place, to: "\(place)/raw.json")
      let interface = try PublicInterface(
        digesterText: Array(Data(contentsOf: URL(filePath: "\(place)/raw.json"))),
        modules: ["Sample"]
      )
      try Data(interface.json).write(to: URL(filePath: "\(place).json"))
      interfaces.append(interface)
    }
    return try InterfaceDifference(
      from: interfaces[0],
      to: interfaces[1],
      of: ["Sample"],
      breakages: digester.breakages(from: "\(folder)/old.json", to: "\(folder)/new.json"),
      reverse: digester.breakages(from: "\(folder)/new.json", to: "\(folder)/old.json")
    )
  }

  private static func compile(_ file: String, into folder: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-package-name",
      "sample", "-module-name", "Sample", file, "-o", "\(folder)/Sample.swiftmodule",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

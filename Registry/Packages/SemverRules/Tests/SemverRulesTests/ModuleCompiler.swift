import Foundation
import SemverRules

/// The stock compiler, in a folder of its own.
struct ModuleCompiler: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: String
  private let program: String
  /// Where the compiler finds the macros that come with it, and the system's modules.
  private let surroundings: [String]

  init() throws {
    let libraries = try Self.libraries()
    program = libraries + "/../../bin/swift-frontend"
    var surroundings = ["-plugin-path", libraries + "/host/plugins"]
    #if os(macOS)
      let sdk = try Self.output(of: ["xcrun", "--show-sdk-path"])
      surroundings += [
        "-sdk", String(decoding: sdk, as: UTF8.self).trimmingCharacters(in: .newlines),
      ]
    #endif
    self.surroundings = surroundings
    folder = FileManager.default.temporaryDirectory
      .appending(path: "compiled-modules-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// The folder of the standard library, as the compiler that a shell finds prints it.
  private static func libraries() throws -> String {
    struct Target: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let output = try output(of: ["swiftc", "-print-target-info"])
    return try JSONDecoder().decode(Target.self, from: output).paths.runtimeResourcePath
  }

  private static func output(of command: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(name)",
      withIntermediateDirectories: true
    )
  }

  func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
  }

  /// Compiles a module and writes its interface.
  func compile(_ code: String, as name: String, in place: String) throws {
    try write(code, to: "\(place)/\(name).swift")
    let outcome = try run(
      [
        "-emit-module", "\(place)/\(name).swift", "-module-name", name, "-o",
        "\(place)/\(name).swiftmodule", "-emit-module-interface-path",
        "\(place)/\(name).swiftinterface", "-I", place, "-swift-version", "6", "-parse-as-library",
        "-package-name", "sample",
      ] + surroundings
    )
    guard outcome.status == 0 else {
      throw Failure(description: "the module does not compile: \(outcome.errors)")
    }
  }

  func interface(of name: String, in place: String) throws -> ModuleInterface {
    let text = try String(
      contentsOf: URL(filePath: "\(folder)/\(place)/\(name).swiftinterface"),
      encoding: .utf8
    )
    let source = try String(
      contentsOf: URL(filePath: "\(folder)/\(place)/\(name).swift"),
      encoding: .utf8
    )
    let supplement = SourceSupplement(text: source, of: name, builds: [["DEBUG": true]])
    return ModuleInterface(text: text + supplement.demands, of: name)
  }

  /// The first error of each file that has some.
  func errors(of names: [String], in place: String) throws -> [String: String] {
    var errors = try errors(["-typecheck"], names, place)
    // What depends on the flow of values is only found in code without other errors.
    let rest = names.filter { errors[$0] == nil }
    errors.merge(try self.errors(["-emit-sil", "-o", "/dev/null"], rest, place)) { first, _ in first
    }
    return errors
  }

  private func errors(
    _ mode: [String],
    _ names: [String],
    _ place: String
  ) throws -> [String: String] {
    guard !names.isEmpty else { return [:] }
    let outcome = try run(
      mode + names.map { "\(place)/\($0).swift" } + [
        "-module-name", "Clients", "-I", place, "-swift-version", "6", "-parse-as-library",
        // What one client imports is none of the others' business.
        "-enable-upcoming-feature", "MemberImportVisibility",
      ] + surroundings
    )
    guard outcome.status != 0 else { return [:] }
    var found: [String: String] = [:]
    for line in outcome.errors.split(separator: "\n") {
      guard let match = line.firstMatch(of: /(C[0-9]+)\.swift:.* error: (.*)/) else { continue }
      let name = String(match.output.1)
      found[name] = found[name] ?? String(match.output.2)
    }
    if found.isEmpty {
      // An error may have no place.
      guard names.count > 1 else { return [names[0]: outcome.errors] }
      let middle = names.count / 2
      return try errors(mode, Array(names[..<middle]), place)
        .merging(errors(mode, Array(names[middle...]), place)) { first, _ in first }
    }
    // Errors of one kind hide those of another.
    let rest = try errors(mode, names.filter { found[$0] == nil }, place)
    return found.merging(rest) { first, _ in first }
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let errors = text.split(separator: "\n").filter { $0.contains("error:") }
    return (process.terminationStatus, errors.joined(separator: "\n"))
  }
}

import Git

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A compile command of a build, as SwiftPM describes it for its build system in `debug.yaml` or
/// `release.yaml` of the build folder.
struct CompileCommand: Equatable, Sendable {
  /// The module or the file that it compiles.
  let name: String
  /// The program and its arguments.
  let arguments: [String]
  /// The absolute paths of its outputs.
  let outputs: [String]

  /// The commands of a description that compile Swift modules, or files of C or C++.
  static func commands(in description: [UInt8]) -> [CompileCommand] {
    var commands: [CompileCommand] = []
    var key = ""
    var fields: [Substring: Substring] = [:]
    let lines = String(decoding: description, as: UTF8.self).split(separator: "\n")
    for line in lines + ["  \"\":"] {
      if line.hasPrefix("    ") {
        let parts = line.dropFirst(4).split(separator: ": ", maxSplits: 1)
        if parts.count == 2 { fields[parts[0]] = parts[1] }
      } else if line.hasPrefix("  \""), line.hasSuffix("\":") {
        if let command = CompileCommand(key: key, fields) { commands.append(command) }
        key = String(line.dropFirst(3).dropLast(2))
        fields = [:]
      }
    }
    return commands
  }

  private init?(key: String, _ fields: [Substring: Substring]) {
    let isSwift = fields["tool"] == "shell" && key.hasPrefix("C.") && key.hasSuffix(".module")
    guard isSwift || fields["tool"] == "clang",
      let arguments = fields["args"].flatMap(Self.texts), !arguments.isEmpty,
      let outputs = fields["outputs"].flatMap(Self.texts)
    else { return nil }
    // Others are names within the build system.
    self.outputs = outputs.filter { TreePath.isAbsolute($0) }
    self.arguments = arguments
    let words = fields["description"].flatMap { Self.texts("[\($0)]") }?.first
    name = words.map { $0.hasPrefix("Compiling ") ? String($0.dropFirst(10)) : $0 } ?? key
  }

  private static func texts(_ json: Substring) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(json.utf8))
  }
}

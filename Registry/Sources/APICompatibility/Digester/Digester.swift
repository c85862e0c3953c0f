package import Processes

/// `swift-api-digester`, which writes down what modules offer and compares two such texts.
package struct Digester: Sendable {
  private let program: String

  package init(_ toolchain: Toolchain) throws(ProcessError) {
    program = try toolchain.digester()
  }

  /// Writes down the interface of modules that were built, as the tool has it, to `file`.
  ///
  /// - Parameters:
  ///   - folder: Where the modules are, and those that they import.
  ///   - commands: What the package manager told the compiler.
  package func dump(
    _ modules: [String],
    in folder: String,
    commands: [UInt8] = [],
    to file: String
  ) throws(ProcessError) {
    let arguments =
      ["-dump-sdk", "-avoid-location", "-avoid-tool-args", "-I", folder, "-o", file]
      + modules.flatMap { ["-module", $0] } + Self.clangArguments(in: commands)
    let outcome = try ToolProcess(program: program, arguments: arguments).run()
    // It ends well after it could not load a module, and has written down nothing.
    guard outcome.status == 0, !outcome.output.contains("Failed to load module") else {
      let names = modules.map { "'\($0)'" }.joined(separator: ", ")
      throw ProcessError(
        .digesterFailed,
        "the interface of \(names) cannot be read: \(Self.firstLines(of: outcome.output))"
      )
    }
  }

  /// What those who use `old` may stumble over in `new`, in the tool's own lines.
  package func breakages(
    from old: String,
    to new: String
  ) throws(ProcessError) -> [String] {
    let arguments = ["-diagnose-sdk", "-print-module", "-input-paths", old, "-input-paths", new]
    let outcome = try ToolProcess(program: program, arguments: arguments).run()
    guard outcome.status == 0 else {
      throw ProcessError(
        .digesterFailed,
        "two interfaces cannot be compared: \(Self.firstLines(of: outcome.output))"
      )
    }
    return outcome.output.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.hasPrefix("/*") }
  }

  /// Where modules in C are found that the modules import, as the package manager told the compiler.
  static func clangArguments(in commands: [UInt8]) -> [String] {
    var maps: Set<String> = []
    var folders: Set<String> = []
    var last: ArraySlice<UInt8> = []
    for part in commands.split(separator: UInt8(ascii: "\"")) where part != Self.comma {
      if part.starts(with: Self.moduleMap) {
        maps.insert(String(decoding: part, as: UTF8.self))
      } else if last == Self.folder, part.first == UInt8(ascii: "/") {
        folders.insert(String(decoding: part, as: UTF8.self))
      }
      last = part
    }
    return maps.sorted().flatMap { ["-Xcc", $0] } + folders.sorted().flatMap { ["-I", $0] }
  }

  private static let comma = Array(",".utf8)[...]
  private static let folder = Array("-I".utf8)[...]
  private static let moduleMap = Array("-fmodule-map-file=".utf8)

  private static func firstLines(of output: String) -> String {
    let lines = output.split(whereSeparator: \.isNewline)
    let errors = lines.filter { $0.contains("error") }
    let shown = (errors.isEmpty ? lines : errors).prefix(3)
    return shown.isEmpty ? "no reason given" : shown.map { "\n  \($0)" }.joined()
  }
}

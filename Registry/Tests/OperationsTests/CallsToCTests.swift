import Foundation
import Testing

/// The modules that call C are built with strict memory safety, and tested with sanitizers.
struct CallsToCTests {
  private static let registry = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let sources = registry.appending(path: "Sources")

  /// The modules that import one of ours for C, sorted.
  private func importingModules() throws -> [String] {
    let folder = Self.sources.appending(path: "Ground/C")
    let ours = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    #expect(ours.contains("CGit2") && ours.contains("CLibrary"))
    let files = try #require(FileManager.default.subpaths(atPath: Self.sources.path))
    var modules: Set<String> = []
    for file in files {
      // Each module has its folder on a floor: Ground/Base/Files/OpenFile.swift.
      let parts = file.split(separator: "/").map(String.init)
      guard file.hasSuffix(".swift"), parts.count > 2 else { continue }
      let text = try Data(contentsOf: Self.sources.appending(path: file))
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard words.contains("import"), let last = words.last, ours.contains(last) else { continue }
        modules.insert(parts[1])
      }
    }
    return modules.sorted()
  }

  /// The only line of a file with this beginning.
  private func line(_ start: String, of file: String) throws -> String {
    let url = Self.registry.appending(path: file).standardized
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix(start) }
    #expect(lines.count == 1)
    return String(try #require(lines.first))
  }

  @Test func `the sanitizers run the tests of each module that imports one for C`() throws {
    let tests = try line("USING_C := ", of: "../Makefile").split(separator: " ").dropFirst(2)
    #expect(try tests.map(String.init) == importingModules().map { "\($0)Tests" })
  }

  @Test func `each module that imports one for C is compiled with strict memory safety`() throws {
    let strict = try line("var callsC: ", of: "Package.swift").matches(of: /"(\w+)"/)
    #expect(try strict.map { String($0.1) } == importingModules())
  }
}

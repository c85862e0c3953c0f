import Foundation
import Testing
import Workspace

/// `Documentation/error-codes.md` has every code that a command can print, and no other.
struct ErrorCodeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  private static let sources = root.appending(path: "Registry/Sources")

  /// The files that declare codes, each the only one of its module.
  private static let lists = [
    "APICompatibility/ProcessError+Codes.swift", "Files/FileError.swift",
    "Git/Library/GitError.swift", "GitValues/GitValueError.swift", "Processes/ProcessError.swift",
    "PackageManifest/PackageManifestError.swift", "RegistryModel/RegistryModelError.swift",
    "SourceArchive/SourceArchiveError.swift", "Versioning/VersioningError.swift",
    "Workspace/OperationError+Codes.swift",
  ]

  @Test func `every error code is documented, and every documented one exists`() throws {
    let declared = try Self.lists.flatMap { try Self.codes(in: Self.sources.appending(path: $0)) }
    let page = try Self.text(Self.root.appending(path: "Documentation/error-codes.md"))
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
      }

    #expect(declared.count > 100)
    #expect(documented.sorted() == Set(declared).sorted())
  }

  @Test func `the codes of operations and programs are declared in one file`() throws {
    let files = try #require(FileManager.default.subpaths(atPath: Self.sources.path))
      .filter { $0.hasSuffix(".swift") && !Self.lists.contains($0) }
    let strays = try files.filter { file in
      let text = try Self.text(Self.sources.appending(path: file))
      return text.contains("extension OperationError.Code") && text.contains("Self(rawValue: \"")
    }

    #expect(files.count > 300)
    #expect(strays == [])
  }

  @Test func `every finding of verify is documented, and every documented one exists`() throws {
    let file = "Inspection/Verify/Finding.swift"
    let page = try Self.text(Self.root.appending(path: "Documentation/registry-json.md"))
    let documented = page.split(separator: "\n")
      .filter { $0.contains("` | fault |") || $0.contains("` | note |") }
      .flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
      }

    let declared = try Self.codes(in: Self.sources.appending(path: file))
    #expect(documented.sorted() == declared.sorted())
  }

  @Test func `an error that nothing lists stops the whole run`() {
    #expect(OperationError.Code(rawValue: "from-a-later-version").concern == .run)
    #expect(OperationError.Code.inputOutput.concern == .run)
    #expect(OperationError.Code.dishonestVersion.concern == .component)
  }

  private static func codes(in file: URL) throws -> [String] {
    try text(file).matches(of: /static let \w+ = (?:Self|Code)\((?:rawValue: )?"([A-Za-z-]+)"\)/)
      .map { hyphenated($0.output.1) }
  }

  /// Codes in camel case are printed as words with hyphens.
  private static func hyphenated(_ code: Substring) -> String {
    code.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  private static func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

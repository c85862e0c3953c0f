import Base
import Foundation
import Testing

/// `Documentation/reference/error-codes.md` has every code that a command can print, and no other.
struct ErrorCodeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  private static let sources = root.appending(path: "Registry/Sources")

  @Test func `every error code is documented, and every documented one exists`() throws {
    let codes = Self.sources.appending(path: "Ground/Base/Errors/OperationError+Codes.swift")
    let declared = try Self.text(codes).matches(of: /static let \w+ = \w+\("([a-z-]+)"\)/)
      .map { String($0.output.1) }
    let page = try Self.text(Self.root.appending(path: "Documentation/reference/error-codes.md"))
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
      }

    #expect(declared.count > 100)
    #expect(documented.sorted() == declared.sorted())
  }

  @Test func `every finding of verify is documented, and every documented one exists`() throws {
    let file = "Work/Reports/Verify/Finding.swift"
    let page = try Self.text(Self.root.appending(path: "Documentation/reference/registry-json.md"))
    let documented = page.split(separator: "\n")
      .filter { $0.contains("` | fault |") || $0.contains("` | note |") }
      .flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
      }

    let declared = try Self.codes(in: Self.sources.appending(path: file))
    #expect(documented.sorted() == declared.sorted())
  }

  @Test func `only failures of one component let the others be released`() {
    #expect(OperationError.Code.inputOutput.concern == .run)
    #expect(OperationError.Code.versionTooLow.concern == .component)
  }

  private static func codes(in file: URL) throws -> [String] {
    try text(file).matches(of: /static let \w+ = Code\(rawValue: "([a-z-]+)"\)/)
      .map { String($0.output.1) }
  }

  private static func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

import Foundation
import HTTPTypes
import Testing

/// The operators' guide against the sources of the server.
struct DocumentedStatusTests {
  private static let root = (0..<4).reduce(URL(filePath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }

  /// By the names that the sources have for them.
  private static let codes = Dictionary(
    uniqueKeysWithValues: [
      ("badRequest", .badRequest), ("unauthorized", .unauthorized), ("forbidden", .forbidden),
      ("notFound", .notFound), ("methodNotAllowed", .methodNotAllowed),
      ("notAcceptable", .notAcceptable), ("conflict", .conflict),
      ("contentTooLarge", .contentTooLarge), ("uriTooLong", .uriTooLong),
      ("unsupportedMediaType", .unsupportedMediaType),
      ("rangeNotSatisfiable", .rangeNotSatisfiable),
      ("unprocessableContent", .unprocessableContent), ("tooManyRequests", .tooManyRequests),
      ("requestHeaderFieldsTooLarge", .requestHeaderFieldsTooLarge),
      ("internalServerError", .internalServerError), ("notImplemented", .notImplemented),
      ("serviceUnavailable", .serviceUnavailable),
      ("httpVersionNotSupported", .httpVersionNotSupported),
    ] as [(String, HTTPResponse.Status)]
  ).mapValues { $0.code }

  @Test func `the guide lists each status that a problem can have`() throws {
    let sources = Self.root.appending(path: "Registry/Sources/Satellites/Server")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var used: Set<Int> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /Problem\((?:\w+ \? )?\s*\.(\w+)/) {
        used.insert(try #require(Self.codes[String(match.1)], "\(match.1)"))
      }
    }
    let guide = try String(
      contentsOf: Self.root.appending(path: "Documentation/guides/operators.md"),
      encoding: .utf8
    )
    let documented = guide.matches(of: /\n\| (\d{3}(?:, \d{3})*) \|/)
      .flatMap { $0.1.split(separator: ", ").compactMap { Int($0) } }
    #expect(documented.sorted() == used.sorted())
  }
}

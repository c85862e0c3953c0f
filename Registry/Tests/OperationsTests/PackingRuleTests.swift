import Foundation
import Testing

/// Archives of new releases are packed in one place.
struct PackingRuleTests {
  private static let releases = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Work/Releases").standardized

  @Test func `one file of Releases writes archives`() throws {
    let files = try #require(FileManager.default.subpaths(atPath: Self.releases.path))
      .filter { $0.hasSuffix(".swift") }
    let packing = try files.filter { file in
      let text = try Data(contentsOf: Self.releases.appending(path: file))
      return String(decoding: text, as: UTF8.self).contains("written(from:")
    }

    #expect(files.count > 40)
    #expect(packing == ["Candidates/ReleaseCandidate.swift"])
  }
}

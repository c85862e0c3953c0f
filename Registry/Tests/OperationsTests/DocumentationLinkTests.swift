import Foundation
import Testing

/// The links between the pages of this repository lead to files and headings that exist.
struct DocumentationLinkTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private static var pages: [String] {
    get throws {
      let documentation = try #require(
        FileManager.default.subpaths(atPath: root.appending(path: "Documentation").path)
      )
      return [
        "README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md",
        "Registry/CHANGELOG.md",
      ] + documentation.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }
    }
  }

  @Test func `every link to a file or a heading has its target`() throws {
    var broken: [String] = []
    var count = 0
    for page in try Self.pages {
      for link in try Self.prose(of: page).matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) {
        guard !link.contains("://"), !link.hasPrefix("mailto:") else { continue }
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = Self.root.appending(path: page)
        let target =
          parts[0].isEmpty
          ? file : file.deletingLastPathComponent().appending(path: String(parts[0])).standardized
        let hasTarget =
          parts.count == 1
          ? FileManager.default.fileExists(atPath: target.path)
          : (try? Self.headings(of: target))?.contains(String(parts[1])) == true
        if !hasTarget { broken.append("\(page): \(link)") }
      }
    }
    #expect(count > 200)
    #expect(broken == [])
  }

  /// The text of a page without code blocks, in which brackets are not links.
  private static func prose(of page: String) throws -> String {
    try text(of: root.appending(path: page)).components(separatedBy: "\n```").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\n")
  }

  /// The anchors that code hosts give to headings.
  private static func headings(of file: URL) throws -> Set<String> {
    let lines = try text(of: file).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      lines.map { line in
        line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
          .replacing(" ", with: "-")
      }
    )
  }

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

package import Git
package import Model

/// The files of a release that people read first.
package struct ReleaseTexts: Sendable {
  private static let readmes = ["README.md", "Readme.md", "readme.md", "README", "README.txt"]
  private static let licences = [
    "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt", "COPYING",
  ]

  /// `nil` if there is none.
  package let readme: TreeEntry?
  /// `nil` if there is none.
  package let licence: TreeEntry?

  package init(of release: Release, in repository: borrowing Repository) throws {
    let files = try ReleaseForm(of: release).entries(in: repository).filter { $0.mode.isFile }
    let first = { (names: [String]) in
      names.lazy.compactMap { name in files.first { $0.name == name } }.first
    }
    (readme, licence) = (first(Self.readmes), first(Self.licences))
  }

  /// The first paragraph of a text in Markdown that is neither a heading nor a row of pictures.
  package static func firstParagraph(of text: String) -> String? {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
      .split(whereSeparator: \.isEmpty)
    let paragraph = paragraphs.first { lines in
      !["#", "<", "[!", "!", "=", "-", "```"].contains { lines.first?.hasPrefix($0) == true }
        && lines.dropFirst().first?.hasPrefix("==") != true
    }
    return paragraph.map { $0.joined(separator: " ") }
  }
}

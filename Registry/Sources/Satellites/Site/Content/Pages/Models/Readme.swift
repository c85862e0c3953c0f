import Base
import Git
package import Model
import Reports
package import Versions

/// The README of a release, rendered for its page.
package enum Readme: Hashable, Sendable {
  case missing
  case html(String)
  /// Why its text is not on the page, in words.
  case unreadable(String)

  /// In bytes: pages are for reading, and the parser's time is bounded by it.
  package static let largest = 128 << 10

  /// - Parameters:
  ///   - repository: Where the package has a repository of its own.
  package init(
    _ bytes: [UInt8],
    named name: String,
    of version: SemanticVersion,
    at repository: RepositoryURL?
  ) {
    guard bytes.count <= Self.largest else {
      self = .unreadable(
        "'\(name)' has \(bytes.count / 1024) KiB, of which pages show \(Self.largest / 1024) KiB"
          + " at most: read it in the archive."
      )
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      self = .unreadable("'\(name)' is not text in UTF-8: read it in the archive.")
      return
    }
    guard name.lowercased().hasSuffix(".md") else {
      self = .html("<pre tabindex=\"0\"><code>\(text.escapedForHTML)</code></pre>\n")
      return
    }
    let markdown = Markdown(rawHTML: .hidden, headings: .from(3), anchors: "readme-") { url in
      Self.target(of: url, in: version, at: repository)
    }
    self = .html(markdown.html(of: text))
  }

  /// Where a link of a README leads: a file of the package is shown where its repository is.
  static func target(
    of link: String,
    in version: SemanticVersion,
    at repository: RepositoryURL?
  ) -> String? {
    if let address = Markdown.webAddress(link) { return address }
    let end = link.firstIndex { "?#".contains($0) } ?? link.endIndex
    let path = link[..<end]
    // A scheme, another host, or a place on this page.
    guard !path.isEmpty, !path.contains(":"), !path.hasPrefix("//"), let repository else {
      return nil
    }
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      guard name == ".." else {
        names.append(name)
        continue
      }
      guard names.popLast() != nil else { return nil }
    }
    let file = names.joined(separator: "/")
    guard !file.isEmpty, let page = repository.page(of: file, at: version) else {
      return repository.webPage
    }
    return page + link[end...]
  }
}

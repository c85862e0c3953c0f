/// A netrc file, in which accounts keep passwords of hosts.
package struct Netrc {
  private var entries: [Entry] = []

  package struct Entry: Hashable, Sendable {
    /// `nil` for all other hosts.
    package let machine: String?
    package var login = ""
    package var password = ""
  }

  package init(_ text: String) {
    var words = Self.words(of: text)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine": if let name = words.popFirst() { entries.append(Entry(machine: name)) }
      case "default": entries.append(Entry(machine: nil))
      case "login":
        if !entries.isEmpty { entries[entries.count - 1].login = words.popFirst() ?? "" }
      case "password":
        if !entries.isEmpty { entries[entries.count - 1].password = words.popFirst() ?? "" }
      default: continue
      }
    }
  }

  /// The first entry for a host.
  package func entry(of host: String) -> Entry? {
    entries.first { $0.machine?.lowercased() == host.lowercased() || $0.machine == nil }
  }

  /// The words without comments and without macros, which end at an empty line.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isMacro {
        isMacro = !line.isEmpty
        continue
      }
      for word in line.split(whereSeparator: \.isWhitespace) {
        if word.hasPrefix("#") { break }
        if word == "macdef" {
          isMacro = true
          break
        }
        words.append(String(word).trimmingQuotes)
      }
    }
    return words
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}

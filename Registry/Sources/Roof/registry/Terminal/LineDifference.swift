/// The lines that a change adds to and removes from a file, in the format of `diff -u`.
struct LineDifference {
  private enum Line {
    case kept(Substring)
    case removed(Substring)
    case added(Substring)
  }

  let path: String
  /// Behind the path, for a file that comes or goes.
  private let note: String
  private let lines: [Line]

  private static let context = 2

  init(path: String, old: String?, new: String?) {
    self.path = path
    note = old == nil ? " (new file)" : new == nil ? " (removed)" : ""
    let (before, after) = (Self.lines(of: old ?? ""), Self.lines(of: new ?? ""))
    // What both begin and end with is most of a large file.
    let start = zip(before, after).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let difference = after.dropFirst(start).dropLast(end)
      .difference(from: before.dropFirst(start).dropLast(end))
    let removed = Set(difference.removals.map { start + $0.offset })
    let added = Set(difference.insertions.map { start + $0.offset })
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if left < before.count, removed.contains(left) {
        lines.append(.removed(before[left]))
        left += 1
      } else if right < after.count, added.contains(right) {
        lines.append(.added(after[right]))
        right += 1
      } else {
        lines.append(.kept(after[right]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// How many lines are added and removed.
  var counts: (added: Int, removed: Int) {
    lines.reduce(into: (added: 0, removed: 0)) { counts, line in
      switch line {
      case .added: counts.added += 1
      case .removed: counts.removed += 1
      case .kept: break
      }
    }
  }

  /// - Parameter width: Lines that stay are cut to it; what is to be written is shown as a whole.
  func text(style: Style, width: Int?) -> String {
    var text = style(.bold, path) + note + "\n"
    let changed = lines.indices.filter { index in
      if case .kept = lines[index] { false } else { true }
    }
    var shown = -1
    for index in changed {
      let start = max(shown + 1, index - Self.context)
      // The lines after a change belong to it until the next one comes.
      if start > shown + 1, shown >= 0 { text += style(.dim, "  …") + "\n" }
      let end = min(lines.count - 1, index + Self.context)
      let next = changed.first { $0 > index } ?? .max
      for position in start..<max(start, min(end + 1, next)) {
        text += self.text(of: lines[position], style, width)
        shown = position
      }
    }
    return text
  }

  private func text(of line: Line, _ style: Style, _ width: Int?) -> String {
    switch line {
    case .kept(""): "\n"
    case .removed(""): style(.red, "  -") + "\n"
    case .added(""): style(.green, "  +") + "\n"
    case .kept(let text): style(.dim, "    \(text.printable)".cut(to: width ?? .max)) + "\n"
    case .removed(let text): style(.red, "  - \(text.printable)") + "\n"
    case .added(let text): style(.green, "  + \(text.printable)") + "\n"
    }
  }

  private static func lines(of text: String) -> [Substring] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

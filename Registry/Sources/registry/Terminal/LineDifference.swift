/// What a file's change adds and takes away, as `diff -u` lays it out.
struct LineDifference {
  private enum Line {
    case kept(Substring)
    case removed(Substring)
    case added(Substring)
  }

  private let path: String
  private let isNew: Bool
  private let lines: [Line]

  private static let context = 2

  init(path: String, old: String?, new: String) {
    self.path = path
    isNew = old == nil
    // What both begin with is most of a large file, of which only the end is shown.
    let skipped = Self.commonStart(of: old ?? "", new)
    let before = Self.lines(of: (old ?? "").utf8.dropFirst(skipped))
    let after = Self.lines(of: new.utf8.dropFirst(skipped))
    let start = zip(before, after).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let difference = after.dropFirst(start).dropLast(end)
      .difference(from: before.dropFirst(start).dropLast(end))
    let removed = Set(
      difference.removals.map { change in
        if case .remove(let offset, _, _) = change { start + offset } else { -1 }
      }
    )
    let added = Set(
      difference.insertions.map { change in
        if case .insert(let offset, _, _) = change { start + offset } else { -1 }
      }
    )
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

  /// - Parameter width: Lines that stay are cut to it; what is to be written is shown as a whole.
  func text(style: Style, width: Int?) -> String {
    var text = style(.bold, path) + (isNew ? " (new file)" : "") + "\n"
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

  /// How many bytes of whole lines both begin with, without the last few of those, which are shown.
  private static func commonStart(of old: String, _ new: String) -> Int {
    let common = zip(old.utf8, new.utf8).prefix { $0 == $1 }.count
    var start = new.utf8.index(new.startIndex, offsetBy: common)
    for _ in 0...context {
      guard let end = new.utf8[..<start].lastIndex(of: UInt8(ascii: "\n")) else { return 0 }
      start = end
    }
    return new.utf8.distance(from: new.startIndex, to: start) + 1
  }

  private static func lines(of text: Substring.UTF8View) -> [Substring] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}

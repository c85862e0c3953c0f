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
    // What both begin and end with is most of a large file, and hardly any of it is shown.
    let (old, new) = (Array((old ?? "").utf8), Array((new ?? "").utf8))
    let shared = zip(old, new).prefix { $0 == $1 }.count
    let head = Self.commonStart(of: new[..<shared])
    let tail = Self.commonEnd(of: old[shared...], new[shared...])
    let before = Self.lines(of: old[head...].dropLast(tail))
    let after = Self.lines(of: new[head...].dropLast(tail))
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

  /// How many bytes of whole lines both begin with, without the last few of those, which are shown.
  private static func commonStart(of shared: ArraySlice<UInt8>) -> Int {
    var rest = shared
    for _ in 0...context {
      guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return 0 }
      rest = rest[..<end]
    }
    return rest.count + 1
  }

  /// How many bytes of whole lines both end with, without the first few of those, which are shown.
  private static func commonEnd(of old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> Int {
    let shared = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    var rest = new.suffix(shared)
    for _ in 0...context {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return 0 }
      rest = rest[(end + 1)...]
    }
    return rest.count
  }

  private static func lines(of text: ArraySlice<UInt8>) -> [Substring] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        let isReturned = line.last == UInt8(ascii: "\r")
        return Substring(decoding: isReturned ? line.dropLast() : line, as: UTF8.self)
      }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}

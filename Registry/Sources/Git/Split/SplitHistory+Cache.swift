import GitValues

/// A split history as bytes, from which a later run continues.
extension SplitHistory {
  private static let magic = Array("registry split 2\n".utf8)

  package var encoded: [UInt8] {
    var writer = Writer(bytes: Self.magic)
    writer.add(folders.count)
    for folder in folders {
      let name = Array(folder.string.utf8)
      writer.add(name.count)
      writer.bytes += name
    }
    let moves = moves.sorted { ($0.commit, $0.parent, $0.to) < ($1.commit, $1.parent, $1.to) }
    writer.add(moves.count)
    for move in moves {
      writer.add(move.commit)
      writer.add(move.parent)
      writer.add(folders.firstIndex(of: move.from) ?? 0)
      writer.add(folders.firstIndex(of: move.to) ?? 0)
    }
    writer.add(sources.count)
    for source in sources {
      writer.add(source.id)
      writer.add(source.tree)
      writer.add(source.row)
    }
    writer.add(rows.chunks)
    writer.add(rows.rows)
    writer.add(commits.entries.count)
    for entry in commits.entries {
      writer.add(entry.id)
      writer.add(entry.tree)
      writer.add(entry.source)
      writer.add(entry.parents)
    }
    writer.bytes += Array(CommitBody.id(of: writer.bytes).hex.utf8)
    return writer.bytes
  }

  /// - Returns: `nil` for bytes of another version, or damaged ones.
  package init?(encoded bytes: [UInt8]) {
    let end = bytes.count - 2 * ObjectID.byteCount
    guard bytes.starts(with: Self.magic), end > 0,
      Array(CommitBody.id(of: Array(bytes[..<end])).hex.utf8) == Array(bytes[end...])
    else { return nil }
    var reader = Reader(bytes: bytes[Self.magic.count..<end])
    guard let count = reader.count() else { return nil }
    var folders: [TreePath] = []
    for _ in 0..<count {
      guard let length = reader.count(), let name = reader.bytes(length),
        let folder = try? TreePath(String(decoding: name, as: UTF8.self))
      else { return nil }
      folders.append(folder)
    }
    guard let moveCount = reader.count() else { return nil }
    var moves: Set<MovedFolder> = []
    for _ in 0..<moveCount {
      guard let commit = reader.id(), let parent = reader.id(), let from = reader.count(),
        let to = reader.count(), folders.indices.contains(from), folders.indices.contains(to)
      else { return nil }
      moves.insert(
        MovedFolder(commit: commit, parent: parent, from: folders[from], to: folders[to])
      )
    }
    self.init(of: folders, following: moves)
    guard let sourceCount = reader.count() else { return nil }
    var sources: [SplitSource] = []
    for _ in 0..<sourceCount {
      guard let id = reader.id(), let tree = reader.id(), let row = reader.count() else {
        return nil
      }
      sources.append(SplitSource(id: id, tree: tree, row: row))
    }
    guard let chunks = reader.numbers(), let numbers = reader.numbers(),
      let rows = SplitRows(folders: width, chunks: chunks, rows: numbers),
      sources.allSatisfy({ $0.row < rows.count }), let commitCount = reader.count()
    else { return nil }
    var commits = SplitCommits()
    for place in 0..<commitCount {
      guard let id = reader.id(), let tree = reader.id(), let source = reader.id(),
        let parents = reader.numbers(), parents.allSatisfy({ $0 >= 0 && $0 < place })
      else { return nil }
      _ = commits.add(id: id, tree: tree, parents: parents.map(Int.init), source: source)
    }
    guard chunks.allSatisfy({ $0 < commitCount }) else { return nil }
    restore(sources: sources, rows: rows, commits: commits)
  }

  private struct Writer {
    var bytes: [UInt8]

    mutating func add(_ number: Int) { add(Int32(number)) }

    mutating func add(_ id: ObjectID) {
      var raw = [UInt8](repeating: 0, count: ObjectID.byteCount)
      unsafe raw.withUnsafeMutableBytes { unsafe id.copy(to: $0) }
      bytes += raw
    }

    mutating func add(_ numbers: [Int32]) {
      add(numbers.count)
      for number in numbers { add(number) }
    }

    private mutating func add(_ number: Int32) {
      let bits = UInt32(bitPattern: number)
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift)))
      }
    }
  }

  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    private mutating func number() -> Int32? {
      guard let bytes = bytes(4) else { return nil }
      var bits: UInt32 = 0
      for byte in bytes.reversed() { bits = bits << 8 | UInt32(byte) }
      return Int32(bitPattern: bits)
    }

    mutating func count() -> Int? {
      number().flatMap { $0 < 0 ? nil : Int($0) }
    }

    mutating func id() -> ObjectID? {
      guard let bytes = bytes(ObjectID.byteCount) else { return nil }
      return unsafe Array(bytes).withUnsafeBytes { unsafe ObjectID(bytes: $0) }
    }

    mutating func numbers() -> [Int32]? {
      guard let count = count(), count * 4 <= rest.count else { return nil }
      var numbers: [Int32] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count {
        guard let number = number() else { return nil }
        numbers.append(number)
      }
      return numbers
    }
  }
}

/// For each commit of a repository, the split commit of each folder, where neighbours share what is
/// the same for both.
struct SplitRows: Sendable {
  /// How many folders are changed together: a commit changes a few of hundreds.
  private static let width = 32

  private let chunksInRow: Int
  /// The split commits of ``width`` folders after the other, negative for none.
  private var chunks: [Int32]
  /// The chunks of each row.
  private var rows: [Int32]

  /// Row 0 has no split commits.
  init(folders: Int) {
    chunksInRow = (folders + Self.width - 1) / Self.width
    chunks = Array(repeating: -1, count: Self.width)
    rows = Array(repeating: 0, count: chunksInRow)
  }

  func commit(of folder: Int, in row: Int) -> Int {
    let chunk = Int(rows[row * chunksInRow + folder / Self.width])
    return Int(chunks[chunk * Self.width + folder % Self.width])
  }

  /// A row like another one but for some folders.
  mutating func add(like row: Int, changing changes: [(folder: Int, commit: Int)]) -> Int {
    if changes.isEmpty { return row }
    let start = rows.count
    // One by one: a slice of it would have the whole array copied.
    for place in 0..<chunksInRow { rows.append(rows[row * chunksInRow + place]) }
    var copied: Set<Int> = []
    for change in changes {
      let place = change.folder / Self.width
      if copied.insert(place).inserted {
        let chunk = Int(rows[start + place]) * Self.width
        rows[start + place] = Int32(chunks.count / Self.width)
        for place in chunk..<(chunk + Self.width) { chunks.append(chunks[place]) }
      }
      let chunk = Int(rows[start + place]) * Self.width
      chunks[chunk + change.folder % Self.width] = Int32(change.commit)
    }
    return start / chunksInRow
  }

  /// The folders of which two rows have different commits.
  func differences(_ left: Int, _ right: Int, folders: Int) -> [Int] {
    if left == right { return [] }
    var found: [Int] = []
    for place in 0..<chunksInRow
    where rows[left * chunksInRow + place] != rows[right * chunksInRow + place] {
      for folder in (place * Self.width)..<min((place + 1) * Self.width, folders)
      where commit(of: folder, in: left) != commit(of: folder, in: right) {
        found.append(folder)
      }
    }
    return found
  }
}

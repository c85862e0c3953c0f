import Dispatch
import Files
import Git
import GitValues
import Synchronization

extension LayoutRecord {
  /// The work of one processor at a time, in bytes of the record: some thousand files.
  private static let share = 1 << 16

  /// The numbers of the folders that are not proved unchanged by their stamps, in order; if there
  /// is something other than a folder, of all folders below it.
  ///
  /// - Parameter root: The folder of the tree.
  func doubts(in root: String) -> [Int] {
    LocalFile.opening(folder: root, followsLinks: false) { doubts(in: root, from: $0) }
      ?? Array(blocks.indices)
  }

  private func doubts(in root: String, from descriptor: Int32) -> [Int] {
    let parts = parts
    let found = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: parts.count) { number in
      let doubts = look(at: parts[number], from: descriptor)
      if !doubts.isEmpty { found.withLock { $0 += doubts } }
    }
    var doubts = Set(found.withLock(\.self))
    for number in doubts {
      guard let path = folder(number)?.path, !path.isRoot,
        LocalFile.kind(at: "\(root)/\(path)") != .directory
      else { continue }
      doubts.formUnion(numbers(inside: path))
    }
    return doubts.sorted()
  }

  /// Whether there is a stamp for everything that could change: otherwise an examination proves
  /// nothing.
  var isSettled: Bool {
    func tells(_ stamp: FileStamp?) -> Bool {
      stamp?.isSettled(at: taken) ?? false
    }
    return bytes.withUnsafeBytes { bytes in
      blocks.allSatisfy { block in
        var reader = LayoutReader(bytes, at: block)
        guard let head = reader.head(), tells(head.stamp) else { return false }
        return (0..<head.count).allSatisfy { _ in
          reader.entry().map { $0.isFolder || tells($0.stamp) } ?? false
        }
      }
    }
  }

  private var parts: [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = blocks.startIndex
    for number in blocks.indices where blocks[number] - blocks[start] >= Self.share {
      parts.append(start..<number)
      start = number
    }
    return parts + [start..<blocks.endIndex]
  }

  private func look(at numbers: Range<Int>, from root: Int32) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      var place: [CChar] = []
      return numbers.filter { number in
        var reader = LayoutReader(bytes, at: blocks[number])
        guard let head = reader.head() else { return true }
        place.removeAll(keepingCapacity: true)
        if head.path.isEmpty { place.append(CChar(truncatingIfNeeded: UInt8(ascii: "."))) }
        place.append(contentsOf: head.path.bindMemory(to: CChar.self))
        place.append(0)
        guard proves(head.stamp, place, from: root) else { return true }
        place[place.count - 1] = CChar(truncatingIfNeeded: UInt8(ascii: "/"))
        let count = place.count
        for _ in 0..<head.count {
          guard let entry = reader.entry() else { return true }
          // A folder has a block of its own.
          if entry.isFolder { continue }
          place.append(contentsOf: entry.name.bindMemory(to: CChar.self))
          place.append(0)
          guard proves(entry.stamp, place, from: root) else { return true }
          place.removeLast(place.count - count)
        }
        return false
      }
    }
  }

  private func proves(_ stamp: FileStamp?, _ place: [CChar], from root: Int32) -> Bool {
    guard let stamp, stamp.isSettled(at: taken) else { return false }
    return FileStamp.glance(at: place, from: root) == stamp
  }
}

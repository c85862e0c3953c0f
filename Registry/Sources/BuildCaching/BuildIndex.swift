import Files
import GitValues

/// The contents of a build's files, as far as their stamps prove that they have not changed since
/// they were read.
struct BuildIndex {
  private struct Known {
    let stamp: FileStamp
    let id: ContentID
  }

  private static let header = "registry-index 1"

  /// A change right before this time is not proved by a stamp.
  private let taken: Int
  private var files: [TreePath: Known] = [:]

  /// - Parameter taken: The time before the first file was examined.
  init(taken: Int) {
    self.taken = taken
  }

  /// The content of a file with this stamp; `nil` if it is not known.
  func content(of path: TreePath, _ stamp: FileStamp) -> ContentID? {
    guard let known = files[path], known.stamp == stamp, stamp.isSettled(at: taken) else {
      return nil
    }
    return known.id
  }

  mutating func add(_ path: TreePath, _ stamp: FileStamp, _ id: ContentID) {
    files[path] = Known(stamp: stamp, id: id)
  }

  var bytes: [UInt8] {
    var text = "\(Self.header)\n\(taken)\n"
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let stamp = file.stamp
      text += "\(file.id.hex) \(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode)"
      text += " \(path)\n"
    }
    return Array((text + "end\n").utf8)
  }

  /// Empty for incomplete data: all files are then read again.
  init(reading bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }[...]
    guard lines.popFirst() == Self.header, lines.popLast() == "end",
      let taken = lines.popFirst().flatMap({ Int($0) })
    else {
      taken = 0
      return
    }
    self.taken = taken
    for line in lines {
      let parts = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5).map(Substring.init)
      guard parts.count == 6, let id = ContentID(parts[0]), let size = Int(parts[1]),
        let modified = Int(parts[2]), let changed = Int(parts[3]), let inode = UInt64(parts[4])
      else { continue }
      let stamp = FileStamp(size: size, modified: modified, changed: changed, inode: inode)
      add(TreePath(unchecked: String(parts[5])), stamp, id)
    }
  }
}

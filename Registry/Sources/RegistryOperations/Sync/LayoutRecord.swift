import Git

/// What was laid out: each file with the stamp by which it is known again.
struct LayoutRecord {
  let tree: ObjectID
  /// When the stamps were taken, in nanoseconds since 1970.
  let taken: Int
  let files: [File]

  struct File: Equatable {
    let path: TreePath
    let mode: FileMode
    let id: ObjectID
    let stamp: FileStamp
  }

  /// The coarsest steps in which file systems count time here.
  private static let clockStep = 20_000_000

  /// Whether the stamp proves that the file is as it was written: one that was changed right before
  /// could have been changed again within one step of the clock.
  func isProof(_ stamp: FileStamp, of file: File) -> Bool {
    stamp == file.stamp && Self.isSettled(stamp, at: taken)
  }

  /// Whether the file was last changed well before `time`.
  static func isSettled(_ stamp: FileStamp, at time: Int) -> Bool {
    stamp.changed < time - clockStep
  }
}

extension LayoutRecord {
  private static let header = "registry-layout 1"
  private static let end = "end"

  var text: [UInt8] {
    var text = "\(Self.header)\n\(tree.hex) \(taken)\n"
    for file in files {
      let stamp = file.stamp
      text += String(file.mode.rawValue, radix: 8)
      text += " \(file.id.hex) \(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode)"
      text += " \(file.path)\n"
    }
    return Array((text + Self.end + "\n").utf8)
  }

  /// Nothing for what was written by another version of the program, or not to its end: the files
  /// are then compared themselves.
  init?(reading text: [UInt8]) {
    var lines = text.split(separator: UInt8(ascii: "\n"))[...]
    guard lines.popFirst()?.elementsEqual(Self.header.utf8) == true,
      lines.popLast()?.elementsEqual(Self.end.utf8) == true,
      var head = lines.popFirst().map(LayoutFields.init),
      let tree = head.objectID(), let taken = head.number()
    else { return nil }
    var files: [File] = []
    files.reserveCapacity(lines.count)
    for line in lines {
      var fields = LayoutFields(line)
      guard let mode = fields.number(radix: 8).flatMap({ FileMode(rawValue: UInt32($0)) }),
        let id = fields.objectID(), let size = fields.number(), let modified = fields.number(),
        let changed = fields.number(), let inode = fields.number(),
        let path = try? TreePath(fields.rest)
      else { return nil }
      let stamp = FileStamp(
        size: size,
        modified: modified,
        changed: changed,
        inode: UInt64(inode)
      )
      files.append(File(path: path, mode: mode, id: id, stamp: stamp))
    }
    (self.tree, self.taken, self.files) = (tree, taken, files)
  }
}

/// The fields of one line, a space apart.
private struct LayoutFields {
  private var bytes: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) {
    bytes = line
  }

  mutating func number(radix: Int = 10) -> Int? {
    var value = 0
    for byte in next() {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      guard 0..<radix ~= digit else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      guard !isTooLarge, product <= Int.max - digit else { return nil }
      value = product + digit
    }
    return value
  }

  mutating func objectID() -> ObjectID? {
    try? ObjectID(hex: String(decoding: next(), as: UTF8.self))
  }

  var rest: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func next() -> ArraySlice<UInt8> {
    let field = bytes.prefix { $0 != UInt8(ascii: " ") }
    bytes = bytes[field.endIndex...].dropFirst()
    return field
  }
}

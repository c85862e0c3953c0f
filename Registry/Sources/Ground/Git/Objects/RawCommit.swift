/// The part of a commit that gives its place in history, read from its bytes without copying
/// its author and message.
struct RawCommit {
  let tree: ObjectID
  let parents: [ObjectID]
  /// The committer's time in seconds.
  let time: Int64

  /// `nil` if these are not the bytes of a commit.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let head = unsafe CommitHead(bytes)
    guard let tree = head.ids(after: "tree ", from: 0).first, let time = head.committerTime else {
      return nil
    }
    self.tree = tree
    self.time = time
    parents = head.ids(after: "parent ", from: 1)
  }
}

/// The lines of a commit before its message.
@safe
struct CommitHead {
  private let bytes: UnsafeRawBufferPointer
  private var lines: [Range<Int>] = []
  /// Where the empty line before the message is.
  private let end: Int

  /// Reads `bytes`, which the caller keeps for as long as this value is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = bytes
    var start = 0
    while let end = unsafe bytes[start...].firstIndex(of: UInt8(ascii: "\n")), end > start {
      lines.append(start..<end)
      start = end + 1
    }
    end = start
  }

  /// The names on lines that follow each other and all start with `key`.
  func ids(after key: StaticString, from first: Int) -> [ObjectID] {
    var ids: [ObjectID] = []
    for line in lines.dropFirst(first) {
      guard let digits = unsafe value(of: key, in: line),
        let id = unsafe ObjectID(digits: UnsafeRawBufferPointer(rebasing: digits))
      else { break }
      ids.append(id)
    }
    return ids
  }

  /// The number behind the `>` of the line that starts with `committer`.
  var committerTime: Int64? {
    guard let number = lines.firstIndex(where: { unsafe value(of: "committer ", in: $0) != nil }),
      let line = unsafe value(of: "committer ", in: lines[number]),
      let mark = unsafe line.lastIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let digits = unsafe line[(mark + 1)...].drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    // A number too large for any clock counts as the latest time.
    return unsafe Int64(String(decoding: digits, as: UTF8.self))
      ?? (unsafe digits.isEmpty ? 0 : .max)
  }

  /// Author, committer and message; `nil` for a commit in an encoding of its own.
  var body: [UInt8]? {
    guard let author = lines.firstIndex(where: { unsafe value(of: "author ", in: $0) != nil }),
      author + 1 < lines.count,
      !lines[(author + 2)...].contains(where: { unsafe value(of: "encoding ", in: $0) != nil })
    else { return nil }
    let people = lines[author].lowerBound...lines[author + 1].upperBound
    return unsafe Array(bytes[people]) + Array(bytes[end...])
  }

  private func value(
    of key: StaticString,
    in line: Range<Int>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let start = line.lowerBound + key.utf8CodeUnitCount
    guard start <= line.upperBound else { return nil }
    let isKey = key.withUTF8Buffer { key in
      unsafe bytes[line.lowerBound..<start].elementsEqual(key)
    }
    return isKey ? unsafe bytes[start..<line.upperBound] : nil
  }
}

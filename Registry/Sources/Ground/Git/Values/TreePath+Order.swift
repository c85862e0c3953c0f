extension TreePath: Hashable, Comparable {
  package static func == (left: TreePath, right: TreePath) -> Bool {
    left.string.utf8.count == right.string.utf8.count && order(left, right) == 0
  }

  package static func < (left: TreePath, right: TreePath) -> Bool {
    order(left, right) < 0
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }

  /// Below zero where the left one comes first, zero for equal ones.
  private static func order(_ left: TreePath, _ right: TreePath) -> Int {
    var (left, right) = (left.string, right.string)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        unsafe order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
  }

  /// By bytes, eight at a time: large trees compare many paths with long common starts.
  private static func order(
    _ left: UnsafeRawBufferPointer,
    _ right: UnsafeRawBufferPointer
  ) -> Int {
    let common = min(left.count, right.count)
    var offset = 0
    while offset + 8 <= common {
      let one = UInt64(
        bigEndian: unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      let other = UInt64(
        bigEndian: unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if one != other { return one < other ? -1 : 1 }
      offset += 8
    }
    while offset < common {
      let (one, other) = (unsafe left[offset], unsafe right[offset])
      if one != other { return one < other ? -1 : 1 }
      offset += 1
    }
    return left.count - right.count
  }
}

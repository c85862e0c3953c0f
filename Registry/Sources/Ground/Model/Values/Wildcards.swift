import Git

/// Patterns in which `*` matches any characters and `?` one.
package enum Wildcards {
  static func areIn(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  /// Whether the whole text matches a pattern, byte by byte; `*` matches `/` too.
  package static func match(_ text: String, _ pattern: String) -> Bool {
    match(Array(text.utf8), Array(pattern.utf8))
  }

  /// Whether a path matches a pattern, name by name, where `**` matches any number of folders.
  static func match(_ path: TreePath, _ pattern: String) -> Bool {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
    let anyFolders = Array("**".utf8)
    /// How many parts are used up, with those that may match no folder.
    func reached(_ places: Set<Int>) -> Set<Int> {
      var (open, found) = (Array(places), places)
      while let place = open.popLast() {
        guard place < parts.count, parts[place] == anyFolders, found.insert(place + 1).inserted
        else { continue }
        open.append(place + 1)
      }
      return found
    }
    var places = reached([0])
    for name in path.names {
      let bytes = Array(name.utf8)
      var next: Set<Int> = []
      for place in places where place < parts.count {
        if parts[place] == anyFolders {
          next.insert(place)
        } else if match(bytes, parts[place]) {
          next.insert(place + 1)
        }
      }
      places = reached(next)
    }
    return places.contains(parts.count)
  }

  /// Goes back to the last star where the rest does not fit, so that no text takes long.
  private static func match(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (next, place) = (0, 0)
    var star: (place: Int, next: Int)?
    while next < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, next)
        place += 1
      } else if place < pattern.count,
        pattern[place] == UInt8(ascii: "?") || pattern[place] == name[next]
      {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.place, last.next + 1)
        (place, next) = (last.place + 1, last.next + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

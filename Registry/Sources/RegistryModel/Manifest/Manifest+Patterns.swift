package import Versioning

extension Manifest {
  /// The component of that name, or those that a pattern matches, by name.
  ///
  /// - Parameter text: `*` stands for any characters, `?` for one; no name has either.
  /// - Throws: Where there is none.
  package func components(
    matching text: String
  ) throws(RegistryModelError) -> [ComponentName] {
    guard text.contains(where: { "*?".contains($0) }) else {
      return [try component(named: text).name]
    }
    let found = components.keys.filter { Self.matches(Array($0.text.utf8), Array(text.utf8)) }
    guard !found.isEmpty else {
      throw RegistryModelError(.unknownComponent, "no component matches \(quoted(text))")
    }
    return found.sorted()
  }

  /// Goes back to the last star where the rest does not fit, so that no text takes long.
  private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
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

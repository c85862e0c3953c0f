package import Versions

/// Finds the known name that is most similar to an unknown one.
package enum Suggestion {
  /// The candidate that is the fewest typing mistakes away, if few enough to have been meant.
  ///
  /// Of several it is the first by spelling. Case and the separators `-` and `_` are no mistakes.
  package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
    let limit = min(max(1, text.utf8.count / 3), 4)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates.sorted() {
      // A longer difference in length alone is out of reach, which also bounds the work.
      guard abs(candidate.utf8.count - text.utf8.count) <= limit else { continue }
      let distance = distance(folded(text), folded(candidate))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// The version that shares the most numbers with `version`, and the newest of several.
  ///
  /// Releases proper go before pre-releases.
  package static func nearest(
    to version: SemanticVersion,
    in candidates: some Sequence<SemanticVersion>
  ) -> SemanticVersion? {
    func rank(_ candidate: SemanticVersion) -> Int {
      if candidate.major != version.major { return 0 }
      if candidate.minor != version.minor { return 1 }
      return candidate.patch == version.patch ? 3 : 2
    }
    return candidates.max { left, right in
      if rank(left) != rank(right) { return rank(left) < rank(right) }
      if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
      return left < right
    }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { byte in
      if byte == UInt8(ascii: "_") { return UInt8(ascii: "-") }
      return UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other.
  private static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...to.count)
    for (row, byte) in from.enumerated() {
      var current = [row + 1]
      for (column, other) in to.enumerated() {
        var cost = min(
          previous[column + 1] + 1,
          current[column] + 1,
          previous[column] + (byte == other ? 0 : 1)
        )
        if row > 0, column > 0, byte == to[column - 1], from[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[to.count]
  }
}

extension Collection where Element: StringProtocol {
  /// The first few with commas between them, and how many more there are: `a, b and 3 more`.
  package func shortList(_ most: Int = 5) -> String {
    let more = count > most ? " and \(count - most) more" : ""
    return prefix(most).joined(separator: ", ") + more
  }
}

/// The candidates that `word` was most likely meant to be, best first, at most three.
///
/// Near means an edit distance of at most a third of the word's length, letter case aside, or a
/// candidate that begins with the word or, from three letters on, contains it.
public func nearest(to word: String, among candidates: [String]) -> [String] {
  let letters = Array(word.lowercased())
  guard !letters.isEmpty, letters.count <= 64 else { return [] }
  let limit = max(1, letters.count / 3)
  return
    candidates
    .compactMap { candidate -> (String, Int)? in
      let other = Array(candidate.lowercased())
      if other.starts(with: letters) || other.contains(sequence: letters) { return (candidate, 0) }
      let distance = editDistance(letters, other)
      return distance <= limit ? (candidate, distance) : nil
    }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    .prefix(3)
    .map(\.0)
}

/// Levenshtein's distance: the fewest insertions, deletions and replacements of one letter.
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var previous = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      let replaced = previous[column] + (letter == other ? 0 : 1)
      current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
    }
    previous = current
  }
  return previous[second.count]
}

extension [Character] {
  fileprivate func contains(sequence: [Character]) -> Bool {
    guard sequence.count >= 3, count >= sequence.count else { return false }
    return (0...(count - sequence.count)).contains {
      self[$0..<($0 + sequence.count)].elementsEqual(sequence)
    }
  }
}

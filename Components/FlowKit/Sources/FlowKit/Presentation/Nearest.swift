/// Returns the candidates that are nearest to `word`, best first, at most three.
///
/// A candidate is near if its edit distance is at most a third of the word's length, ignoring case, or
/// if it starts with the word or, for words of three or more letters, contains it.
public func nearest(to word: String, among candidates: [String]) -> [String] {
  nearest(to: word, among: candidates.map { ($0, names: [$0]) })
}

/// Returns the identifiers of the choices that are nearest to `word`, best first, at most three.
///
/// Where no identifier is near, the labels and their words decide, and then the keywords.
public func nearest(to word: String, among choices: [Choice]) -> [Choice.ID] {
  let namings: [(Choice) -> [String]] = [
    { [$0.id] },
    { [$0.label] + $0.label.split(separator: " ").map(String.init) },
    { $0.keywords },
  ]
  for names in namings {
    let near = nearest(to: word, among: choices.map { ($0.id, names: names($0)) })
    if !near.isEmpty { return near }
  }
  return []
}

/// Each candidate is as near as the nearest of its names.
private func nearest(
  to word: String,
  among candidates: [(id: String, names: [String])]
) -> [String] {
  let letters = Array(word.lowercased())
  guard !letters.isEmpty, letters.count <= 64 else { return [] }
  return
    candidates
    .compactMap { candidate in
      let distances = candidate.names.compactMap { distance(from: letters, to: $0) }
      return distances.min().map { (candidate.id, $0) }
    }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    .prefix(3)
    .map(\.0)
}

/// Nil where the name is not near.
private func distance(from letters: [Character], to name: String) -> Int? {
  let other = Array(name.lowercased())
  if other.starts(with: letters) || other.contains(sequence: letters) { return 0 }
  let limit = max(1, letters.count / 3)
  guard abs(letters.count - other.count) <= limit else { return nil }
  let distance = editDistance(letters, other)
  return distance <= limit ? distance : nil
}

/// Levenshtein's distance: the fewest insertions, deletions and replacements of one letter.
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
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

/// Returns the help for a person who typed `word` and meant one of the candidates.
///
/// It names the near candidates; if there are none, all if they are few, or else `fallback` or the three
/// nearest. It is `nil` only without candidates and without a fallback.
public func nearestHelp(
  to word: String,
  among candidates: [String],
  otherwise fallback: String? = nil
) -> String? {
  help(nearest(to: word, among: candidates), for: word, candidates, fallback)
}

/// What to say to a person who wrote `word` and meant one of the choices, as they are found by
/// ``nearest(to:among:)-([Choice])``.
public func nearestHelp(
  to word: String,
  among choices: [Choice],
  otherwise fallback: String? = nil
) -> String? {
  help(nearest(to: word, among: choices), for: word, choices.map(\.id), fallback)
}

/// How many candidates are still read as a list rather than skipped.
private let few = 12

private func help(
  _ near: [String],
  for word: String,
  _ candidates: [String],
  _ fallback: String?
) -> String? {
  guard near.isEmpty else {
    return "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
  }
  guard !candidates.isEmpty else { return fallback }
  guard candidates.count > few else { return "choose one of \(candidates.joined(separator: ", "))" }
  if let fallback { return fallback }
  let least = leastFar(from: word, among: candidates).map { "'\($0)'" }
  return "the nearest of \(candidates.count) are \(least.joined(separator: ", "))"
}

private func leastFar(from word: String, among candidates: [String]) -> [String] {
  let letters = Array(word.lowercased().prefix(64))
  return
    candidates
    .map { (editDistance(letters, Array($0.lowercased())), $0) }
    .sorted { $0 < $1 }
    .prefix(3)
    .map(\.1)
}

/// What to say to a person who wrote `word` and meant one of the candidates.
///
/// The near ones; else all where they are few; else `fallback` or, without one, the three that are
/// the least far. Nil only where there are neither candidates nor a fallback.
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

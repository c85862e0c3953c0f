extension VersionSet: CustomStringConvertible {
  /// The set in words, exact and as short as a requirement where one says it.
  package var description: String {
    if isEmpty { return "no version" }
    if self == .all { return "any version" }
    let phrases = phrases
    let exceptions = complement.phrases
    return exceptions.count < phrases.count
      ? Self.joined(exceptions, prefix: "any version but ") : Self.joined(phrases)
  }

  private var phrases: [String] {
    var prereleases = prereleaseIntervals.intervals
    var phrases: [String] = []
    for releases in releaseIntervals.intervals {
      let pair = prereleases.enumerated().lazy.compactMap { index, prereleases in
        Self.phrase(releases, prereleases).map { (index, $0) }
      }.first
      if let (index, phrase) = pair {
        prereleases.remove(at: index)
        phrases.append(phrase)
      } else {
        phrases.append(Self.phrase(releases))
      }
    }
    return phrases + prereleases.map(Self.phrase(prereleases:))
  }

  /// One phrase for an interval of each line, where a range of both lines says it.
  private static func phrase(
    _ releases: IntervalList.Interval,
    _ prereleases: IntervalList.Interval
  ) -> String? {
    let set = VersionSet(
      releases: IntervalList(releases),
      prereleases: IntervalList(prereleases)
    )
    for lower in [releases.lower, prereleases.lower] {
      for upper in [releases.upper, prereleases.upper] {
        if let upper, set == VersionSet(meaning: VersionRange(lower, upper)) {
          return "\(lower)..<\(upper)"
        }
        if set == VersionSet(from: lower, upTo: upper) {
          return span(lower, upper) + " with pre-releases"
        }
      }
    }
    return nil
  }

  private static func phrase(_ releases: IntervalList.Interval) -> String {
    if releases.upper == releases.lower.nextPatch { return "\(releases.lower)" }
    if releases.upper == nil, releases.lower == SemanticVersion(0, 0, 0) { return "any release" }
    return span(releases.lower, releases.upper)
  }

  private static func phrase(prereleases: IntervalList.Interval) -> String {
    if VersionSet(prereleases.lower).prereleaseIntervals == IntervalList(prereleases) {
      return "\(prereleases.lower)"
    }
    return "pre-releases " + span(prereleases.lower, prereleases.upper)
  }

  private static func span(_ lower: SemanticVersion, _ upper: SemanticVersion?) -> String {
    upper.map { "\(lower)..<\($0)" } ?? "\(lower) or later"
  }

  private static func joined(_ phrases: [String], prefix: String = "") -> String {
    guard let last = phrases.last, phrases.count > 1 else { return prefix + phrases.joined() }
    return prefix + phrases.dropLast().joined(separator: ", ") + " or " + last
  }
}

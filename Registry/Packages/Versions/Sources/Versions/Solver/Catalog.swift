/// A request with names and versions replaced by numbers, of all that its pins can reach.
///
/// Components are numbered in the order of their names and candidates in that of their versions, so
/// that whatever is decided by number is the same however the request was put together.
struct Catalog: Sendable {
  struct Requirement: Sendable {
    let component: Int
    let requirement: VersionRequirement
  }

  struct Candidate: Sendable {
    let version: SemanticVersion
    /// In the order of the components that they are on.
    let requirements: [Requirement]
  }

  struct Entry: Sendable {
    let name: ComponentName
    /// Oldest first; choice `n` of the component is the candidate at `n - 1`.
    var candidates: [Candidate]
    var pin: VersionRequirement?
    /// The choice of the previous resolution.
    let preferred: Int?
    /// The choice of the previous resolution that is given up, and that nothing may choose again.
    let avoided: Int?
    /// Releases that resolution may not choose, for saying so.
    let yanked: [SemanticVersion]
    /// Pre-releases that no requirement in the whole catalog names.
    let unnamedPrereleases: [SemanticVersion]

    /// The components that some candidate requires.
    let dependencies: [Int]
    /// Every choice, leaving out included.
    var all: ChoiceSet
    let hasPrereleases: Bool

    /// The same with one more candidate, newer than all that there are.
    func adding(_ candidate: Candidate, pin: VersionRequirement?) -> Entry {
      var entry = self
      entry.candidates.append(candidate)
      entry.pin = pin
      entry.all = ChoiceSet(0..<entry.choiceCount)
      return entry
    }

    var choiceCount: Int { candidates.count + 1 }

    var isPinnedExactly: Bool {
      if case .exact = pin { true } else { false }
    }

    /// Every choice but leaving out.
    var candidateChoices: ChoiceSet { ChoiceSet(1..<choiceCount) }

    func version(_ choice: Int) -> SemanticVersion {
      candidates[choice - 1].version
    }

    /// The candidates between the bounds of `requirement`, pre-releases included.
    func choices(within requirement: VersionRequirement) -> ChoiceSet {
      if let range = requirement.range {
        let lower = firstChoice { $0 >= range.lower }
        return ChoiceSet(lower..<max(lower, firstChoice { $0 >= range.upper }))
      }
      guard case .exact(let version) = requirement else {
        return ChoiceSet()
      }
      let lower = firstChoice { $0 >= version }
      return ChoiceSet(lower..<firstChoice { $0 > version })
    }

    func firstChoice(where isBehind: (SemanticVersion) -> Bool) -> Int {
      var low = 0
      var high = candidates.count
      while low < high {
        let middle = (low + high) / 2
        if isBehind(candidates[middle].version) { high = middle } else { low = middle + 1 }
      }
      return low + 1
    }
  }

  private(set) var entries: [Entry]
  /// By component, those of which some candidate requires it.
  let requirers: [[Int]]

  subscript(component: Int) -> Entry { entries[component] }

  /// The same with one more candidate of a component, newer than all that it has, that requires what
  /// the newest does but for one requirement; pinned instead of the newest, if that is.
  func releasing(
    _ version: SemanticVersion,
    of component: Int,
    with changed: Requirement
  ) -> Catalog {
    let entry = entries[component]
    var requirements = entry.candidates.last?.requirements ?? []
    requirements = requirements.map { $0.component == changed.component ? changed : $0 }
    let candidate = Candidate(version: version, requirements: requirements)
    var catalog = self
    catalog.entries[component] = entry.adding(
      candidate,
      pin: entry.isPinnedExactly ? .exact(version) : entry.pin
    )
    return catalog
  }

  /// What `choice` of `component` requires of `other`.
  func requirement(of component: Int, at choice: Int, on other: Int) -> VersionRequirement? {
    guard choice != ChoiceSet.leftOut else { return nil }
    return entries[component].candidates[choice - 1].requirements
      .first { $0.component == other }?.requirement
  }
}

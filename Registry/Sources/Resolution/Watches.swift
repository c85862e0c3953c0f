/// The incompatibilities to check when fewer choices of a component remain.
///
/// Nothing follows from an incompatibility while two of its terms do not hold, so two such are
/// watched for each, and only a watched term that comes to hold is cause to look. Where there are
/// not two, those that came to hold last are watched: taking decisions back frees them first, so
/// that nothing has to be put right then.
struct Watches: Sendable {
  /// A watched term.
  ///
  /// Two terms are kept here too, since they are nearly all that is ever looked at.
  struct Watcher: Sendable {
    let incompatibility: Int
    /// Those of the watched term.
    let choices: ChoiceSet
    /// Another term of the same incompatibility, or the same one where there is no other: while it
    /// fails, nothing follows.
    let other: Incompatibility.Term
  }

  /// By component, those that watch a term on it.
  private var watchers: [[Watcher]]
  /// By incompatibility, the places of the terms that are watched.
  private var places: [(first: Int, second: Int)] = []
  /// By incompatibility, the component of the first of the two.
  private var components: [Int] = []

  init(components: Int) {
    watchers = Array(repeating: [], count: components)
  }

  /// Takes in the next incompatibility, which is looked at only if it `isWatched`.
  mutating func append(
    _ terms: [Incompatibility.Term],
    isWatched: Bool,
    _ solution: PartialSolution
  ) {
    guard isWatched, !terms.isEmpty else {
      places.append((0, 0))
      components.append(0)
      return
    }
    let latest = terms.indices.map { place in
      let isHeld = solution.standing(of: terms[place]) == .holds
      return (place: place, since: isHeld ? solution.satisfier(of: terms[place]) : .max)
    }.sorted { ($0.since, $1.place) > ($1.since, $0.place) }
    let first = latest[0].place
    let second = latest.count > 1 ? latest[1].place : first
    watch(terms[first], besides: terms[second], of: places.count)
    if first != second { watch(terms[second], besides: terms[first], of: places.count) }
    places.append((first, second))
    components.append(terms[first].component)
  }

  /// Hands over those that watch `component`; each is to be given back or moved.
  mutating func take(_ component: Int) -> [Watcher] {
    var taken: [Watcher] = []
    swap(&taken, &watchers[component])
    return taken
  }

  mutating func giveBack(_ taken: [Watcher], to component: Int) {
    watchers[component] = taken
  }

  /// The places of the watched term on `component` and of the other.
  func watched(_ incompatibility: Int, on component: Int) -> (own: Int, other: Int) {
    let (first, second) = places[incompatibility]
    return components[incompatibility] == component ? (first, second) : (second, first)
  }

  /// Watches the term at `place` of an incompatibility's `terms` and watches that at `other` instead.
  mutating func move(
    _ incompatibility: Int,
    to place: Int,
    besides other: Int,
    in terms: [Incompatibility.Term]
  ) {
    places[incompatibility] = (place, other)
    components[incompatibility] = terms[place].component
    watch(terms[place], besides: terms[other], of: incompatibility)
  }

  private mutating func watch(
    _ term: Incompatibility.Term,
    besides other: Incompatibility.Term,
    of incompatibility: Int
  ) {
    watchers[term.component].append(
      Watcher(incompatibility: incompatibility, choices: term.choices, other: other)
    )
  }
}

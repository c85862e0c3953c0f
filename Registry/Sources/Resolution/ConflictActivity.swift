/// How much part each component had in conflicts, the latest counting most: what conflicts are about
/// just now is decided first, and the rest is not decided again and again behind it.
struct ConflictActivity: Sendable {
  /// By how much a conflict counts less than the next one.
  private static let decay = 0.9
  /// Far below what a `Double` holds.
  private static let most = 1e100

  private var values: [Double]
  private var weight = 1.0

  init(components: Int) {
    values = Array(repeating: 0, count: components)
  }

  /// About one for each late conflict that the component had a part in.
  subscript(component: Int) -> Double { values[component] / weight }

  mutating func note(_ terms: [Incompatibility.Term]) {
    for term in terms { values[term.component] += weight }
  }

  mutating func age() {
    weight /= Self.decay
    guard weight > Self.most else { return }
    for component in values.indices { values[component] /= weight }
    weight = 1
  }
}

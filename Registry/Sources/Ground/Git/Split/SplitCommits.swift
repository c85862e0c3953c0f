/// The commits that splitting has made, with the shape of their histories.
struct SplitCommits: Sendable {
  struct Entry: Sendable {
    let id: ObjectID
    let tree: ObjectID
    let parents: [Int32]
    /// The commit that it was made of.
    let source: ObjectID
    /// Greater than that of all commits that it comes from.
    let generation: Int32
  }

  private var entries: [Entry] = []
  private var places: [ObjectID: Int] = [:]

  subscript(place: Int) -> Entry { entries[place] }

  func place(of id: ObjectID) -> Int? { places[id] }

  mutating func add(id: ObjectID, tree: ObjectID, parents: [Int], source: ObjectID) -> Int {
    let generation = parents.map { entries[$0].generation }.max() ?? 0
    places[id] = entries.count
    entries.append(
      Entry(
        id: id,
        tree: tree,
        parents: parents.map(Int32.init),
        source: source,
        generation: generation + 1
      )
    )
    return entries.count - 1
  }

  /// Whether a commit is in the history of another one, which it itself is.
  func isAncestor(_ ancestor: Int, of descendant: Int) -> Bool {
    let least = entries[ancestor].generation
    var pending = [descendant]
    var seen: Set<Int> = []
    while let place = pending.popLast() {
      if place == ancestor { return true }
      for parent in entries[place].parents
      where entries[Int(parent)].generation >= least && seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    return false
  }

  /// The commits that lead to `tip` and to none of `known`, oldest first.
  func history(of tip: Int, without known: [Int]) -> [Int] {
    var seen = Set(known)
    var pending = known
    while let place = pending.popLast() {
      for parent in entries[place].parents where seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    var found: [Int] = []
    pending = seen.insert(tip).inserted ? [tip] : []
    while let place = pending.popLast() {
      found.append(place)
      for parent in entries[place].parents where seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    // A commit is added behind its parents.
    return found.sorted()
  }
}

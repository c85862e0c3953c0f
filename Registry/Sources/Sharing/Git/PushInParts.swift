import Workspace

/// Pushes references to a remote that may refuse all of them for one.
///
/// A rule of a server can be about single references, or end the whole push. Of a push that is
/// refused as a whole, each half is pushed alone, so that a few pushes find the reference that
/// stands in the way.
struct PushInParts<Change> {
  private let changes: [Change]
  private let name: (Change) -> String
  private let push: ([Change]) throws -> [PushRefusal]
  /// How many single references were refused, one after the other.
  private var failures = 0

  /// So many, and the rest is not tried alone.
  private static var patience: Int { 3 }

  /// - Parameter push: Pushes some of them, and returns those that were refused.
  init(
    _ changes: [Change],
    named name: @escaping (Change) -> String,
    _ push: @escaping ([Change]) throws -> [PushRefusal]
  ) {
    (self.changes, self.name, self.push) = (changes, name, push)
  }

  /// Returns what was refused in the end.
  consuming func run() throws -> [PushRefusal] {
    try halve(changes, push(changes))
  }

  /// - Parameter refusals: Of a push of these.
  private mutating func halve(
    _ changes: [Change],
    _ refusals: [PushRefusal]
  ) throws -> [PushRefusal] {
    // Of these it is known that they alone are refused.
    let final = refusals.filter(\.isFinal)
    let names = Set(refusals.map(\.reference))
    let refused = changes.filter { change in
      names.contains(name(change)) && !final.contains { $0.reference == name(change) }
    }
    guard refused.count > 1, refused.count + final.count == changes.count else {
      failures = refused.count == 1 && changes.count == 1 ? failures + 1 : 0
      return refusals
    }
    var left = final
    let middle = refused.count / 2
    for part in [refused[..<middle], refused[middle...]] {
      if failures < Self.patience {
        left += try halve(Array(part), push(Array(part)))
      } else {
        let names = Set(part.map(name))
        left += refusals.filter { names.contains($0.reference) }
      }
    }
    return left
  }
}

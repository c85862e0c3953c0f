import Model

/// Pushes references to a remote that may refuse all of them because of one.
///
/// A rule of a server can concern single references, or end the whole push. If a push is refused as
/// a whole, each half is pushed alone, so that a few pushes find the refused reference.
struct PushInParts<Change> {
  private let changes: [Change]
  private let name: (Change) -> String
  private let push: ([Change]) throws -> [PushRefusal]
  /// The number of consecutive refusals of single references.
  private var failures = 0
  /// Whether a part was not refused as a whole.
  private var hasProgress = false
  /// Those that were not tried alone.
  private var untried: [Change] = []

  /// After so many, what is refused together is not tried alone, unless something else is accepted.
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
    var left = try halve(changes, push(changes))
    while hasProgress, !untried.isEmpty {
      let names = Set(untried.map(name))
      let refusals = left.filter { names.contains($0.reference) }
      left.removeAll { names.contains($0.reference) }
      let rest = untried
      (untried, hasProgress, failures) = ([], false, 0)
      left += try halve(rest, refusals)
    }
    return left
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
    for part in [refused[..<middle], refused[middle...]].map(Array.init) {
      let refusals = try push(part)
      if refusals.count < part.count { hasProgress = true }
      if failures >= Self.patience, refusals.count == part.count {
        untried += part
        left += refusals
      } else {
        left += try halve(part, refusals)
      }
    }
    return left
  }
}

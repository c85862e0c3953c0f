#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The scopes of ``Interruption`` that run, the outermost first, and what a signal does to them.
package struct InterruptionScopes {
  private struct Scope {
    let id: Int
    let cancel: @Sendable () -> Void
    var isCancelled = false
  }

  private var scopes: [Scope] = []
  private var lastID = 0

  /// Makes a stack without scopes.
  package init() {}

  /// Adds a scope within the others, and returns what to end it by.
  package mutating func begin(cancel: @escaping @Sendable () -> Void) -> Int {
    lastID += 1
    scopes.append(Scope(id: lastID, cancel: cancel))
    return lastID
  }

  /// Takes a scope away; others that were cancelled with it are still ending.
  package mutating func end(_ id: Int) {
    scopes.removeAll { $0.id == id }
  }

  /// What a signal cancels: the innermost scope for Ctrl-C, all of them for another.
  ///
  /// Nil where it must end the process, since no scope is there, or one is ending already.
  package mutating func receive(_ signal: Int32) -> [@Sendable () -> Void]? {
    guard !scopes.isEmpty, !scopes.contains(where: \.isCancelled) else { return nil }
    let affected = signal == SIGINT ? scopes.indices.suffix(1) : scopes.indices
    for index in affected { scopes[index].isCancelled = true }
    return scopes[affected].map(\.cancel)
  }
}

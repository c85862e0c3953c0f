#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time between two tries for what another process has: short at first, then longer and longer.
package struct GrowingPause {
  private static let longest: UInt32 = 50_000

  /// In microseconds.
  private var length: UInt32 = 1_000

  package init() {}

  package mutating func wait() {
    // At random, so that two that wait for each other do not do so in step.
    usleep(.random(in: length / 2...length))
    length = min(2 * length, Self.longest)
  }
}

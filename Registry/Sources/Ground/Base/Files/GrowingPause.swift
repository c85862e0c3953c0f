import CLibrary

/// The pause between two attempts to get what another process has: short at first, then longer.
package struct GrowingPause {
  private static let longest: UInt32 = 50_000

  /// In microseconds.
  private var length: UInt32 = 1_000

  package init() {}

  package mutating func wait() {
    // At random, so that two waiting processes do not stay in step.
    usleep(.random(in: length / 2...length))
    length = min(2 * length, Self.longest)
  }
}

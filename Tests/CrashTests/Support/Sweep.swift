import Foundation

/// Which of many points a test visits: all of them with `TORTURE=1`, else a spread of them.
enum Sweep {
  static let isWhole = ProcessInfo.processInfo.environment["TORTURE"] == "1"

  /// Every number up to `count`, or each `stride`th; `offset` sets one spread apart from others.
  static func points(upTo count: Int, every stride: Int, offset: Int = 0) -> [Int] {
    isWhole
      ? Array(1...count)
      : Array(Swift.stride(from: 1 + offset % stride, through: count, by: stride))
  }

  /// Whether the change at a point reaches the file by half: both, or one after the other.
  static func tearing(at index: Int) -> [Bool] {
    isWhole ? [false, true] : [!index.isMultiple(of: 2)]
  }
}

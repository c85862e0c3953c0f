import Foundation

/// The repository that the tests were built from.
enum Repository {
  /// A file or folder in it.
  static func path(_ relative: String) -> String {
    root.appending(path: relative).path(percentEncoded: false)
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}

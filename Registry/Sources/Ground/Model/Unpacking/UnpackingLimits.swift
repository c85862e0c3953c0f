/// The limits on an uploaded archive.
package struct UnpackingLimits: Hashable, Sendable {
  /// In bytes of the archive itself.
  package var archive = 50 << 20
  /// In bytes of all files together.
  package var unpacked = 256 << 20
  /// In bytes of one file.
  package var file = 16 << 20
  package var entries = 10_000
  /// How many bytes may come out of one that went in, above ``freeBytes`` in all.
  package var ratio = 20
  package var freeBytes = 1 << 20
  /// In bytes of a path with the top-level folder.
  package var path = 1_024
  /// In bytes of a part of a path.
  package var name = 255
  /// In parts of a path.
  package var depth = 64

  package init() {}
}

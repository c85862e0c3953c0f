/// The mode of a tree entry.
package enum FileMode: UInt32, Hashable, Sendable {
  case tree = 0o040000
  case file = 0o100644
  case executable = 0o100755
  case link = 0o120000
  /// A commit of another repository.
  case submodule = 0o160000

  /// Reads a mode from a tree or an index; group-writable files, which old gits wrote, are files.
  init?(stored mode: UInt32) {
    self.init(rawValue: mode == 0o100664 ? 0o100644 : mode)
  }
}

extension FileMode {
  /// Reads a mode as git prints it.
  package init?(octal digits: some StringProtocol) {
    guard let mode = UInt32(digits, radix: 8) else { return nil }
    self.init(stored: mode)
  }

  /// As git prints it.
  package var octal: String {
    let digits = String(rawValue, radix: 8)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// What one command of the build system makes.
struct BuildStep: Equatable {
  enum Kind: String {
    case compile, link
    /// What plug-ins run, and the question for the compiler's version.
    case other
  }

  /// The module or product that it belongs to, or else the file that it makes.
  let name: String
  let kind: Kind

  /// `nil` for what is no command, and for those that take no time of their own, but may wait for long:
  /// lists of files, copies of resources, and what wraps a module for debuggers.
  init?(key: String) {
    guard key.first == "C", case let command = key.dropFirst(), command.first != "<" else {
      return nil
    }
    if command.hasPrefix("C."), let (name, suffix) = Self.named(command.dropFirst(2)) {
      self.init(name: name, kind: suffix == "module" ? .compile : .link)
      return
    }
    let parts = command.split(separator: "/")
    let file = parts.last.map(String.init) ?? String(command)
    guard !parts.contains(where: { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }),
      !file.hasSuffix(".LinkFileList")
    else { return nil }
    guard let folder = parts.dropLast().last(where: { $0.hasSuffix(".build") }),
      folder.count > ".build".count
    else {
      self.init(name: file, kind: .other)
      return
    }
    guard file.hasSuffix(".o"), !file.hasSuffix(".swiftmodule.o") else { return nil }
    self.init(name: String(folder.dropLast(".build".count)), kind: .compile)
  }

  private init(name: String, kind: Kind) {
    (self.name, self.kind) = (name, kind)
  }

  /// The parts of `NAME-TRIPLE-CONFIGURATION.SUFFIX`.
  private static func named(_ text: Substring) -> (name: String, suffix: Substring)? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let stem = text[..<dot].split(separator: "-", omittingEmptySubsequences: false)
    guard let triple = stem.dropFirst().lastIndex(where: { architectures.contains($0) }) else {
      return nil
    }
    return (stem[..<triple].joined(separator: "-"), text[text.index(after: dot)...])
  }

  private static let architectures: Set<Substring> = [
    "aarch64", "arm64", "arm64e", "armv6", "armv7", "i686", "powerpc64le", "riscv64", "s390x",
    "wasm32", "x86_64",
  ]
}

extension InterfaceIndex {
  /// The modules whose types are compared as those of another one, since both have them: what a file
  /// imports decides which of the two its interface names.
  static func homes(modulesInC: Set<String>) -> [String: String] {
    let libraries = [
      "Android", "Bionic", "Darwin", "Glibc", "Musl", "SwiftGlibc", "WASILibc", "WinSDK", "ucrt",
    ]
    return modulesInC.union(libraries).reduce(
      into: [
        "FoundationEssentials": "Foundation", "FoundationInternationalization": "Foundation",
      ]
    ) { homes, name in homes[name] = "C" }
  }
}

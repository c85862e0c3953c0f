extension DigesterFinding {
  /// What the finding says of those who used the older interface.
  var change: InterfaceChange? {
    guard !isRepetition else { return nil }
    // Who awaited it still may.
    if phrase == "is now with nonisolated" {
      return change(.addition, "\(name) is nonisolated now")
    }
    return change(.breakage, property.map { "\($0) can no longer be set" } ?? "\(name) \(loss)")
  }

  /// What the finding says where the two interfaces were swapped: what is gone seen from the newer
  /// one was added to it.
  ///
  /// - Parameter changed: The declarations of which something is known already.
  func gain(beside changed: Set<String>) -> InterfaceChange? {
    guard !isRepetition else { return nil }
    if let property { return change(.addition, "\(property) can be set now") }
    if phrase == "has been removed" { return change(.addition, "\(name) was added") }
    if let conformance = rest(behind: "has removed conformance to ") {
      return change(.addition, "\(name) conforms to \(conformance) now")
    }
    guard !changed.contains(declaration), !phrase.hasPrefix("has been") else { return nil }
    switch phrase {
    case "is now throwing": return change(.addition, "\(name) no longer throws")
    case "is no longer open for subclassing":
      return change(.addition, "\(name) is open for subclassing now")
    case "is now with nonisolated":
      return change(.breakage, "\(name) is no longer nonisolated")
    default:
      if let number = argumentWithoutDefault {
        return change(.addition, "\(name) has a default for argument \(number) now")
      }
      return change(.addition, "\(name) has fewer requirements")
    }
  }

  private static let typeChanges = [
    ("has return type change from ", "returns"), ("has declared type change from ", "is"),
    ("has underlying type change from ", "stands for"),
  ]

  private var loss: String {
    if phrase == "has been added as a new enum case" {
      return "was added, which every switch must handle"
    }
    if let other = rest(behind: "has been renamed to ") {
      return "was renamed to \(lowered(other))"
    }
    if let conformance = rest(behind: "has removed conformance to ") {
      return "no longer conforms to \(conformance)"
    }
    for (start, verb) in Self.typeChanges {
      if let types = rest(behind: start) { return "\(verb) \(swapped(types))" }
    }
    if let match = phrase.wholeMatch(of: /has parameter (\d+) type change from (.+)/),
      let index = Int(match.output.1)
    {
      return "takes \(swapped(String(match.output.2))) as argument \(index + 1)"
    }
    if let number = argumentWithoutDefault {
      return "no longer has a default for argument \(number)"
    }
    if let rest = rest(behind: "has been ") { return "was \(rest)" }
    return phrase
  }

  /// Counted from 1.
  private var argumentWithoutDefault: Int? {
    rest(behind: "has removed default argument from parameter ").flatMap(Int.init).map { $0 + 1 }
  }

  private func change(_ kind: InterfaceChange.Kind, _ words: String) -> InterfaceChange {
    InterfaceChange(kind, module: module, declaration: declaration, words: words)
  }

  private func rest(behind start: String) -> String? {
    phrase.hasPrefix(start) ? String(phrase.dropFirst(start.count)) : nil
  }

  /// `A to B` as `B in place of A`.
  private func swapped(_ types: String) -> String {
    let parts = types.split(separator: " to ", maxSplits: 1)
    return parts.count == 2 ? "\(parts[1]) in place of \(parts[0])" : types
  }

  /// The kind before a name as it is written in code.
  private func lowered(_ other: String) -> String {
    let parts = other.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? "\(parts[0].lowercased()) \(parts[1])" : other
  }
}

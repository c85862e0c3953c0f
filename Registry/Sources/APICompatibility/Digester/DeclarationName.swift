/// Reads mangled names (USRs) of declarations.
enum DeclarationName {
  /// The module that a unified symbol name begins with; `nil` for the standard library.
  static func module(_ usr: String) -> String? {
    guard usr.hasPrefix("s:") else { return nil }
    let rest = usr.dropFirst(2)
    let digits = rest.prefix { $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(length))
  }

  /// The effects that mangled names spell and the digester passes over.
  enum Effect: String, CaseIterable {
    case async = "Ya"
    case sendableFunction = "Yb"
    case typedThrows = "YK"
  }

  /// How often each effect may occur; names of the same words differ in nothing else.
  static func effects(_ usr: String) -> [Effect: Int] {
    var counts: [Effect: Int] = [:]
    for effect in Effect.allCases {
      counts[effect] = usr.ranges(of: effect.rawValue).count
    }
    return counts
  }
}

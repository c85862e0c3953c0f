/// Where and since when a declaration can be used.
public struct Availability: Hashable, Sendable {
  public struct Platform: Hashable, Sendable {
    /// A version such as `13.0`, as numbers without trailing zeros.
    public var introduced: [Int]?
    public var obsoleted: [Int]?
    public var isUnavailable = false
    public var isDeprecated = false

    public init() {}
  }

  /// By name; `*` for all.
  public private(set) var platforms: [String: Platform] = [:]
  /// Not from asynchronous code.
  public private(set) var isUnavailableFromAsync = false

  public init() {}

  public var isUnavailable: Bool { platforms["*"]?.isUnavailable ?? false }

  /// Both together, as for a member of an extension.
  public func merged(over outer: Availability) -> Availability {
    var both = outer
    for (name, platform) in platforms {
      var merged = both.platforms[name] ?? Platform()
      merged.introduced = [merged.introduced, platform.introduced].compactMap(\.self)
        .max { $0.lexicographicallyPrecedes($1) }
      merged.obsoleted = [merged.obsoleted, platform.obsoleted].compactMap(\.self)
        .min { $0.lexicographicallyPrecedes($1) }
      merged.isUnavailable = merged.isUnavailable || platform.isUnavailable
      merged.isDeprecated = merged.isDeprecated || platform.isDeprecated
      both.platforms[name] = merged
    }
    both.isUnavailableFromAsync = both.isUnavailableFromAsync || isUnavailableFromAsync
    return both
  }
}

extension Availability {
  /// - Parameter arguments: What is in the parentheses of `@available`, split at commas.
  mutating func add(_ arguments: [String]) {
    guard let first = arguments.first else { return }
    let named = arguments.dropFirst().filter { $0 != "*" }
    // `macOS 13, iOS 16, *`
    if first.contains(" ") {
      for argument in arguments where argument != "*" {
        let words = argument.split(separator: " ")
        guard words.count == 2 else { continue }
        platforms[String(words[0]), default: Platform()].introduced = Self.version(words[1])
      }
      return
    }
    var platform = platforms[first] ?? Platform()
    for argument in named {
      let words = argument.split(separator: ":", maxSplits: 1)
        .map { $0.trimmingPrefix(while: \.isWhitespace) }
      let value = words.count > 1 ? words[1] : ""
      switch words.first {
      case "introduced": platform.introduced = Self.version(value)
      case "obsoleted": platform.obsoleted = Self.version(value)
      case "deprecated": platform.isDeprecated = true
      case "unavailable": platform.isUnavailable = true
      case "noasync": isUnavailableFromAsync = true
      default: break
      }
    }
    platforms[first] = platform
  }

  /// The numbers of a version without trailing zeros.
  public static func version(_ text: some StringProtocol) -> [Int] {
    var numbers = text.split(separator: ".").map { Int($0) ?? 0 }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers
  }
}

/// The availability of a declaration: on which platforms, and since which versions of them.
public struct Availability: Hashable, Sendable {
  /// The availability on one platform.
  public struct Platform: Hashable, Sendable {
    /// The first version with the declaration, such as `13.0`, as numbers without trailing zeros;
    /// `nil` if none is named.
    public var introduced: [Int]?
    /// The first version without the declaration, likewise.
    public var obsoleted: [Int]?
    /// Whether the declaration cannot be used on the platform at all.
    public var isUnavailable = false
    /// Whether its use is warned of.
    public var isDeprecated = false

    /// Creates the availability in all versions of the platform.
    public init() {}
  }

  /// The availability by the platform's name in `@available`; `*` for all platforms.
  public private(set) var platforms: [String: Platform] = [:]
  /// Whether the declaration cannot be used from asynchronous code (`noasync`).
  public private(set) var isUnavailableFromAsync = false

  /// Creates the availability without any restriction.
  public init() {}

  /// Whether the declaration is unavailable on all platforms.
  public var isUnavailable: Bool { platforms["*"]?.isUnavailable ?? false }

  /// Returns the availability of a member in a type or extension with the availability `outer`.
  ///
  /// The later introduction and the earlier obsoletion apply.
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
  /// Adds an attribute.
  ///
  /// - Parameter arguments: The arguments in the parentheses of `@available`, split at commas.
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

  /// Returns the numbers of a version without trailing zeros; a part that is not a number is zero.
  public static func version(_ text: some StringProtocol) -> [Int] {
    var numbers = text.split(separator: ".").map { Int($0) ?? 0 }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers
  }
}

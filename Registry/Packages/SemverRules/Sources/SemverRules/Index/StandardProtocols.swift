/// The protocols of the standard library, which are not part of a comparison.
enum StandardProtocols {
  /// The protocols that each protocol inherits from directly.
  static let parents: [String: [String]] = [
    "Swift.AdditiveArithmetic": ["Swift.Equatable"],
    "Swift.BidirectionalCollection": ["Swift.Collection"],
    "Swift.BinaryFloatingPoint": [
      "Swift.FloatingPoint", "Swift.ExpressibleByFloatLiteral",
    ],
    "Swift.BinaryInteger": [
      "Swift.Hashable", "Swift.Numeric", "Swift.CustomStringConvertible", "Swift.Strideable",
    ],
    "Swift.CodingKey": [
      "Swift.Sendable", "Swift.CustomStringConvertible", "Swift.CustomDebugStringConvertible",
    ],
    "Swift.Collection": ["Swift.Sequence"],
    "Swift.Comparable": ["Swift.Equatable"],
    "Swift.Error": ["Swift.Sendable"],
    "Swift.FixedWidthInteger": ["Swift.BinaryInteger", "Swift.LosslessStringConvertible"],
    "Swift.FloatingPoint": ["Swift.SignedNumeric", "Swift.Strideable", "Swift.Hashable"],
    "Swift.Hashable": ["Swift.Equatable"],
    "Swift.LazyCollectionProtocol": ["Swift.Collection", "Swift.LazySequenceProtocol"],
    "Swift.LazySequenceProtocol": ["Swift.Sequence"],
    "Swift.LosslessStringConvertible": ["Swift.CustomStringConvertible"],
    "Swift.MutableCollection": ["Swift.Collection"],
    "Swift.Numeric": ["Swift.AdditiveArithmetic", "Swift.ExpressibleByIntegerLiteral"],
    "Swift.OptionSet": ["Swift.RawRepresentable", "Swift.SetAlgebra"],
    "Swift.RandomAccessCollection": ["Swift.BidirectionalCollection"],
    "Swift.RangeReplaceableCollection": ["Swift.Collection"],
    "Swift.SetAlgebra": ["Swift.Equatable", "Swift.ExpressibleByArrayLiteral"],
    "Swift.SignedInteger": ["Swift.BinaryInteger", "Swift.SignedNumeric"],
    "Swift.SignedNumeric": ["Swift.Numeric"],
    "Swift.Strideable": ["Swift.Comparable"],
    "Swift.StringProtocol": [
      "Swift.BidirectionalCollection", "Swift.TextOutputStream", "Swift.TextOutputStreamable",
      "Swift.LosslessStringConvertible", "Swift.ExpressibleByStringInterpolation",
      "Swift.Hashable", "Swift.Comparable",
    ],
    "Swift.ExpressibleByStringLiteral": ["Swift.ExpressibleByExtendedGraphemeClusterLiteral"],
    "Swift.ExpressibleByStringInterpolation": ["Swift.ExpressibleByStringLiteral"],
    "Swift.UnsignedInteger": ["Swift.BinaryInteger"],
    "_Concurrency.Actor": ["_Concurrency.AnyActor", "Swift.Sendable", "Swift.AnyObject"],
    "_Concurrency.AsyncIteratorProtocol": [],
    "_Concurrency.GlobalActor": [],
    "Foundation.LocalizedError": ["Swift.Error"],
    "Foundation.CustomNSError": ["Swift.Error"],
  ]

  /// The names between the angle brackets, as in `some Collection<Int>`.
  static let primaryAssociatedTypes: [String: [String]] = [
    "Swift.Sequence": ["Element"], "Swift.Collection": ["Element"],
    "Swift.BidirectionalCollection": ["Element"], "Swift.RandomAccessCollection": ["Element"],
    "Swift.MutableCollection": ["Element"], "Swift.RangeReplaceableCollection": ["Element"],
    "Swift.LazySequenceProtocol": ["Element"], "Swift.LazyCollectionProtocol": ["Element"],
    "Swift.IteratorProtocol": ["Element"], "Swift.Identifiable": ["ID"],
    "Swift.RawRepresentable": ["RawValue"], "Swift.SetAlgebra": ["Element"],
    "Swift.Strideable": ["Stride"], "Swift.SIMD": ["Scalar"], "Swift.Clock": ["Duration"],
    "_Concurrency.Clock": ["Duration"], "_Concurrency.AsyncSequence": ["Element", "Failure"],
    "_Concurrency.AsyncIteratorProtocol": ["Element", "Failure"],
    "Swift.InstantProtocol": ["Duration"], "_Concurrency.InstantProtocol": ["Duration"],
  ]

  /// The types that enumerations can have as raw types.
  static let rawTypes = Set(
    conformances.keys.filter { $0.contains("Int") }
      + ["Swift.String", "Swift.Character", "Swift.Double", "Swift.Float", "Swift.Float16"]
  )

  private static let coded = ["Swift.Sendable", "Swift.Encodable", "Swift.Decodable"]
  private static let list = [
    "Swift.RandomAccessCollection", "Swift.MutableCollection", "Swift.RangeReplaceableCollection",
  ]

  /// The protocols that types of the standard library conform to without conditions.
  static let conformances: [String: [String]] = named.merging(numbers) { first, _ in first }

  private static let named: [String: [String]] = [
    "Swift.Array": list + ["Swift.ExpressibleByArrayLiteral"],
    "Swift.ArraySlice": list, "Swift.ContiguousArray": list,
    "Swift.Set": ["Swift.Collection", "Swift.SetAlgebra", "Swift.Hashable"],
    "Swift.Dictionary": ["Swift.Collection", "Swift.ExpressibleByDictionaryLiteral"],
    "Swift.Bool": coded + ["Swift.Hashable", "Swift.LosslessStringConvertible"],
    "Swift.Character": [
      "Swift.Sendable", "Swift.Hashable", "Swift.Comparable", "Swift.LosslessStringConvertible",
    ],
    "Swift.String": coded + ["Swift.StringProtocol", "Swift.RangeReplaceableCollection"],
    "Swift.Substring": [
      "Swift.Sendable", "Swift.StringProtocol", "Swift.RangeReplaceableCollection",
    ],
    "Swift.Double": coded + ["Swift.BinaryFloatingPoint", "Swift.LosslessStringConvertible"],
    "Swift.Float": coded + ["Swift.BinaryFloatingPoint", "Swift.LosslessStringConvertible"],
  ]

  private static let numbers: [(String, [String])] = ["", "8", "16", "32", "64"].flatMap {
    (bits: String) -> [(String, [String])] in
    let signed: [String] = coded + ["Swift.FixedWidthInteger", "Swift.SignedInteger"]
    let unsigned: [String] = coded + ["Swift.FixedWidthInteger", "Swift.UnsignedInteger"]
    return [("Swift.Int\(bits)", signed), ("Swift.UInt\(bits)", unsigned)]
  }

  /// The generic parameters of the types that have some, as extensions name them.
  static let parameters = [
    "Swift.Array": ["Element"], "Swift.ArraySlice": ["Element"],
    "Swift.ContiguousArray": ["Element"], "Swift.Set": ["Element"],
    "Swift.Dictionary": ["Key", "Value"], "Swift.Optional": ["Wrapped"],
    "Swift.Result": ["Success", "Failure"], "_Concurrency.Task": ["Success", "Failure"],
    "_Concurrency.AsyncStream": ["Element"],
    "_Concurrency.AsyncThrowingStream": ["Element", "Failure"],
  ]

  /// The conditions that generic types of the standard library set for their parameters.
  static let requirements: [String: Set<Requirement>] = [
    "Swift.Set": [.conforms(.qualified("Element"), .qualified("Swift", "Hashable"))],
    "Swift.Dictionary": [.conforms(.qualified("Key"), .qualified("Swift", "Hashable"))],
    "Swift.Result": [.conforms(.qualified("Failure"), .qualified("Swift", "Error"))],
    "_Concurrency.Task": [
      .conforms(.qualified("Success"), .qualified("Swift", "Sendable")),
      .conforms(.qualified("Failure"), .qualified("Swift", "Error")),
    ],
  ]

  /// Members that a type has by its conformance to a protocol, written or synthesized.
  static let witnesses = [
    "==(_:_:)": "Swift.Equatable", "hash(into:)": "Swift.Hashable", "hashValue": "Swift.Hashable",
    "encode(to:)": "Swift.Encodable", "init(from:)": "Swift.Decodable",
  ]
}

/// The oldest versions of systems that clients of a package can be built for.
public struct OldestSystems: Sendable {
  /// The package manager's default deployment targets, for packages that declare no platforms.
  private static let usual: [String: [Int]] = [
    "driverkit": [19], "ios": [12], "maccatalyst": [13], "macos": [10, 13], "tvos": [12],
    "visionos": [1], "watchos": [4],
  ]

  private let versions: [String: [Int]]

  /// Creates the deployment targets of a package.
  ///
  /// - Parameter platforms: The versions that its manifest names, by platform, as in
  ///   `["macos": "13.0"]`. A platform that is missing, or has an older version, gets the
  ///   package manager's default.
  public init(_ platforms: [String: String] = [:]) {
    versions = platforms.reduce(into: Self.usual) { versions, platform in
      let (name, version) = (platform.key.lowercased(), Availability.version(platform.value))
      if Self.isLater(version, than: versions[name]) { versions[name] = version }
    }
  }

  /// The oldest version of a platform, as numbers without trailing zeros; `nil` if it is not known.
  ///
  /// The platform is named as in `@available`, in any case, with or without `ApplicationExtension`.
  public subscript(_ platform: String) -> [Int]? {
    versions[platform.replacing("ApplicationExtension", with: "").lowercased()]
  }

  /// Whether some clients can use what was introduced in the version `old`, but not what was in
  /// `new`.
  ///
  /// `nil` stands for an introduction in no particular version.
  public func isNarrower(_ new: [Int]?, than old: [Int]?, on platform: String) -> Bool {
    guard let new, Self.isLater(new, than: self[platform]) else { return false }
    return Self.isLater(new, than: old)
  }

  static func isLater(_ left: [Int], than right: [Int]?) -> Bool {
    right.map { $0.lexicographicallyPrecedes(left) } ?? true
  }
}

import Base
package import Versions

/// A platform that a component is built for.
package enum BuildPlatform: Hashable, Sendable {
  /// A platform that the program knows how to build for.
  case named(SystemName)
  /// A platform by its description for the package manager.
  case described(BuildDescription)

  /// A platform that needs nothing more to be said of it.
  package enum SystemName: String, CaseIterable, Hashable, Sendable {
    /// The system that the tool runs on.
    case host
    case ios
    case macos
    case tvos
    case visionos
    case watchos
  }
}

/// The description of a platform that the package manager builds for.
package struct BuildDescription: Hashable, Sendable {
  /// The target triple, such as `arm64-apple-ios-simulator`.
  package var triple: String?
  /// The SDK as a path, or a name for `xcrun --sdk`, such as `iphonesimulator`.
  package var sdk: String?
  /// The name of an installed Swift SDK, as `swift sdk list` shows it.
  package var swiftSDK: String?
  /// Further arguments of `swift build`.
  package var arguments: [String] = []

  package init(
    triple: String? = nil,
    sdk: String? = nil,
    swiftSDK: String? = nil,
    arguments: [String] = []
  ) {
    (self.triple, self.sdk, self.swiftSDK) = (triple, sdk, swiftSDK)
    self.arguments = arguments
  }
}

extension BuildPlatform {
  /// One platform or several, each once.
  static func list(_ field: JSONField) throws(OperationError) -> [BuildPlatform] {
    guard case .array = field.node.content else { return [try BuildPlatform(field)] }
    let platforms = try field.distinct({ _ in "the same platform is" }, BuildPlatform.init(_:))
    guard !platforms.isEmpty else {
      throw field.failure(
        .invalidValue,
        "the list of platforms is empty",
        help: "remove \"build\" to build for what 'Package.swift' says"
      )
    }
    return platforms
  }

  /// As ``list(_:)`` reads it; `nil` for no platforms.
  static func json(_ platforms: [BuildPlatform]) -> JSONValue? {
    platforms.count > 1 ? .array(platforms.map(\.json)) : platforms.first?.json
  }

  private var json: JSONValue {
    switch self {
    case .named(let name): .string(name.rawValue)
    case .described(let description): description.json
    }
  }

  private init(_ field: JSONField) throws(OperationError) {
    guard case .string(let text) = field.node.content else {
      self = .described(try BuildDescription(field))
      return
    }
    guard let name = SystemName(rawValue: text) else {
      let names = SystemName.allCases.map { "'\($0.rawValue)'" }
      throw field.failure(
        .invalidValue,
        "invalid platform \(quoted(text)), expected \(names.dropLast().joined(separator: ", "))"
          + " or \(names.last ?? "")",
        help: "describe any other by its \"triple\", \"sdk\", \"swiftSDK\" and \"arguments\""
      )
    }
    self = .named(name)
  }
}

extension BuildDescription {
  enum Key: String, JSONKey {
    case arguments
    case sdk
    case swiftSDK
    case triple
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [:]
    members[.triple] = triple.map { .string($0) }
    members[.sdk] = sdk.map { .string($0) }
    members[.swiftSDK] = swiftSDK.map { .string($0) }
    if !arguments.isEmpty { members[.arguments] = .array(arguments.map { .string($0) }) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    triple = try object[.triple].map(Self.word)
    sdk = try object[.sdk].map { field throws(OperationError) in
      let text = try Self.word(field)
      guard text.hasPrefix("/") || !text.contains("/") else {
        throw field.failure(
          .invalidValue,
          "invalid SDK \(quoted(text)), expected a name such as 'iphonesimulator' or an absolute path"
        )
      }
      return text
    }
    swiftSDK = try object[.swiftSDK].map(Self.word)
    arguments = try object[.arguments]?.list(Self.argument) ?? []
    guard self != BuildDescription() else {
      throw field.failure(
        .invalidValue,
        "the platform is not described",
        help: "give it a \"triple\", an \"sdk\", a \"swiftSDK\" or \"arguments\", or write \"host\""
      )
    }
  }

  private static func word(_ field: JSONField) throws(OperationError) -> String {
    let text = try field.string()
    guard !text.isEmpty, !text.hasPrefix("-"), !hasControls(text) else {
      throw field.failure(.invalidValue, "invalid value \(quoted(text)), expected a name or path")
    }
    return text
  }

  private static func argument(_ field: JSONField) throws(OperationError) -> String {
    let text = try field.string()
    let name = String(text.prefix { $0 != "=" })
    if let key = keys[name] {
      throw field.failure(.invalidValue, "'\(name)' has a key of its own: \"\(key.rawValue)\"")
    }
    guard !own.contains(name) else {
      throw field.failure(
        .invalidValue,
        "'\(name)' is not for the manifest: registry sets it for its builds",
        help: "remove it"
      )
    }
    guard !text.isEmpty, !hasControls(text) else {
      throw field.failure(.invalidValue, "invalid argument \(quoted(text))")
    }
    return text
  }

  private static let keys: [String: Key] = [
    "--sdk": .sdk, "--swift-sdk": .swiftSDK, "--triple": .triple,
  ]

  private static let own: Set<String> = [
    "--build-path", "--configuration", "--enable-parseable-module-interfaces", "--package-path",
    "--product", "--scratch-path", "--target", "-c",
  ]

  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension Manifest {
  /// The platforms that a component is built for; none for those that its `Package.swift` declares.
  package func platforms(of name: ComponentName) -> [BuildPlatform] {
    components[name]?.platforms ?? platforms
  }
}

import Base
import Git
import ManifestEditor
import Model

/// The manifest of a package that is made of targets of another one, written from what the toolchain
/// says of the old manifest when it runs it: what loops and functions add there is written out here.
struct NewManifest {
  let name: String
  /// All that the toolchain prints of the old package.
  let old: JSONValue
  /// As the toolchain prints them.
  let products: [JSONValue]
  /// The same, with the dependencies that they have in the new package.
  let targets: [JSONValue]
  /// The same, with the paths from the new package to others of the repository.
  let dependencies: [JSONValue]

  /// - Throws: For a setting that this version does not know.
  func text() throws(OperationError) -> String {
    var arguments: Arguments = [("name", .string(name))]
    func add(_ label: String, _ value: ManifestText?) {
      if let value { arguments.append((label, value)) }
    }
    add("defaultLocalization", old["defaultLocalization"].text.map(ManifestText.string))
    add("platforms", Self.list(old["platforms"].items.map(Self.platform)))
    add("products", Self.list(try products.map(Self.product)))
    add("traits", Self.list(Self.traits(old["traits"].items)))
    add("dependencies", Self.list(try dependencies.map(Self.dependency)))
    add("targets", Self.list(try targets.map(Self.target)))
    let modes = old["swiftLanguageVersions"].texts
    let label = toolsMajor >= 6 ? "swiftLanguageModes" : "swiftLanguageVersions"
    add(label, Self.list(modes.map(Self.languageMode)))
    add(
      "cLanguageStandard",
      old["cLanguageStandard"].text.map { Self.standard("CLanguageStandard", $0) }
    )
    add(
      "cxxLanguageStandard",
      old["cxxLanguageStandard"].text.map { Self.standard("CXXLanguageStandard", $0) }
    )
    let usesMacros = targets.contains { $0["type"].text == "macro" }
    return "// swift-tools-version: \(toolsVersion)\n\n"
      + (usesMacros ? "import CompilerPluginSupport\n" : "") + "import PackageDescription\n\n"
      + "let package = "
      + Self.expanded("Package", arguments) + "\n"
  }

  /// One argument a line, whatever fits.
  private static func expanded(
    _ name: String,
    _ arguments: Arguments
  ) -> String {
    let lines = arguments.map { label, value in
      let start = label.map { "\($0): " } ?? ""
      return "  \(start)\(value.text(indentation: 2, besides: start.count + 1))"
    }
    return "\(name)(\n\(lines.joined(separator: ",\n"))\n)"
  }

  private var toolsVersion: String {
    let version = old["toolsVersion"]["_version"].text ?? "6.0.0"
    return version.hasSuffix(".0") ? String(version.dropLast(2)) : version
  }

  private var toolsMajor: Int {
    toolsVersion.split(separator: ".").first.flatMap { Int($0) } ?? 6
  }

  static func list(_ items: [ManifestText]) -> ManifestText? {
    items.isEmpty ? nil : .list(items)
  }

  static func unknown(_ what: String, _ value: JSONValue) -> OperationError {
    OperationError(
      .invalidPackage,
      "the \(what) cannot be written into a manifest: \(value.compact.prefix(120))",
      help: "extract the target by hand, and report this as a bug"
    )
  }
}

extension NewManifest {
  private static func platform(_ platform: JSONValue) -> ManifestText {
    let name = platform["platformName"].text ?? ""
    let version = ManifestText.string(platform["version"].text ?? "")
    if let known = platforms[name] { return .call(".\(known)", [(nil, version)]) }
    return .call(".custom", [(nil, .string(name)), ("versionString", version)])
  }

  /// The names in manifests by those that the toolchain prints.
  static let platforms = [
    "android": "android", "driverkit": "driverKit", "ios": "iOS", "linux": "linux",
    "maccatalyst": "macCatalyst", "macos": "macOS", "openbsd": "openbsd", "tvos": "tvOS",
    "visionos": "visionOS", "wasi": "wasi", "watchos": "watchOS", "windows": "windows",
  ]

  private static func product(_ product: JSONValue) throws(OperationError) -> ManifestText {
    var arguments: Arguments = [("name", .string(product["name"].text ?? ""))]
    guard let type = product["type"].enumCase else { throw unknown("product", product) }
    switch (type.name, type.value[0].text) {
    case ("library", "dynamic"): arguments.append(("type", .plain(".dynamic")))
    case ("library", "static"): arguments.append(("type", .plain(".static")))
    case ("library", _), ("executable", _), ("plugin", _): break
    default: throw unknown("product", product)
    }
    arguments.append(("targets", .strings(product["targets"].texts)))
    return .call(".\(type.name)", arguments)
  }

  private static func traits(_ traits: [JSONValue]) -> [ManifestText] {
    traits.sorted { Self.order($0) < Self.order($1) }.map { trait in
      let name = trait["name"].text ?? ""
      let enabled = trait["enabledTraits"].texts
      if name == "default" { return .call(".default", [("enabledTraits", .strings(enabled))]) }
      var arguments: Arguments = [("name", .string(name))]
      if let words = trait["description"].text { arguments.append(("description", .string(words))) }
      if !enabled.isEmpty { arguments.append(("enabledTraits", .strings(enabled))) }
      return .call(".trait", arguments)
    }
  }

  static func languageMode(_ version: String) -> ManifestText {
    let known = ["4": ".v4", "4.2": ".v4_2", "5": ".v5", "6": ".v6"]
    return known[version].map(ManifestText.plain) ?? .call(".version", [(nil, .string(version))])
  }

  private static func standard(_ type: String, _ name: String) -> ManifestText {
    .call("\(type)", [("rawValue", .string(name))])
  }
}

extension NewManifest {
  static func dependency(_ dependency: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, list) = dependency.enumCase else { throw unknown("dependency", dependency) }
    let value = list[0]
    var arguments: Arguments = []
    switch kind {
    case "sourceControl":
      let location = value["location"]
      let url =
        location["remote"][0]["urlString"].text
        ?? location["local"][0].text.map { "file://\($0)" }
      guard let url else { throw unknown("dependency", dependency) }
      if let name = value["nameForTargetDependencyResolutionOnly"].text {
        arguments.append(("name", .string(name)))
      }
      arguments.append(("url", .string(url)))
    case "registry": arguments.append(("id", .string(value["identity"].text ?? "")))
    case "fileSystem":
      if let name = value["nameForTargetDependencyResolutionOnly"].text {
        arguments.append(("name", .string(name)))
      }
      arguments.append(("path", .string(value["path"].text ?? "")))
    default: throw unknown("dependency", dependency)
    }
    if kind != "fileSystem" { arguments.append(try requirement(value["requirement"])) }
    let traits = value["traits"]
    if !traits.isNull, traits != .array([.object(["name": .string("default")])]) {
      let sorted = traits.items.sorted { order($0) < order($1) }
      arguments.append(("traits", .list(sorted.map(trait))))
    }
    return .call(".package", arguments)
  }

  private static func requirement(
    _ requirement: JSONValue
  ) throws(OperationError) -> (label: String?, value: ManifestText) {
    guard let (kind, value) = requirement.enumCase else {
      throw unknown("requirement", requirement)
    }
    if ["branch", "revision"].contains(kind), let text = value[0].text {
      return (kind, .string(text))
    }
    switch PackageRequirement(dump: requirement) {
    case .exact(let version): return ("exact", .string(version))
    case .from(let lower): return ("from", .string(lower))
    case .upToNextMinor(let lower):
      return (nil, .call(".upToNextMinor", [("from", .string(lower))]))
    case .range(let lower, let upper): return (nil, .plain("\"\(lower)\"..<\"\(upper)\""))
    case .closedRange, nil: throw unknown("requirement", requirement)
    }
  }

  /// The toolchain prints them in any order; the default comes first.
  private static func order(_ trait: JSONValue) -> (Int, String) {
    let name = trait["name"].text ?? ""
    return (name == "default" ? 0 : 1, name)
  }

  private static func trait(_ trait: JSONValue) -> ManifestText {
    let name = trait["name"].text ?? ""
    let conditions = trait["condition"]["traits"].texts
    if name == "default", conditions.isEmpty { return .plain(".defaults") }
    if conditions.isEmpty { return .string(name) }
    return .call(
      ".trait",
      [
        ("name", .string(name)),
        ("condition", .call(".when", [("traits", .strings(conditions))])),
      ]
    )
  }
}

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
    add("dependencies", Self.list(try dependencies.map(dependency)))
    add("targets", Self.list(try targets.map(target)))
    let modes = old["swiftLanguageVersions"].texts
    let label =
      toolsVersion >= ToolsVersion(6, 0) ? "swiftLanguageModes" : "swiftLanguageVersions"
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
    // A space after the colon is an error in manifests of earlier versions.
    let space = toolsVersion >= ToolsVersion(5, 4) ? " " : ""
    return "// swift-tools-version:\(space)\(toolsVersion)\n\n"
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

  private var toolsVersion: ToolsVersion {
    let numbers = (old["toolsVersion"]["_version"].text ?? "").split(separator: ".")
      .compactMap { Int($0) }
    return numbers.count == 3
      ? ToolsVersion(numbers[0], numbers[1], numbers[2]) : ToolsVersion(6, 0)
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
  private func dependency(_ dependency: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, list) = dependency.enumCase else {
      throw Self.unknown("dependency", dependency)
    }
    let value = list[0]
    var arguments: Arguments = []
    switch kind {
    case "sourceControl":
      let location = value["location"]
      let url =
        location["remote"][0]["urlString"].text
        ?? location["local"][0].text.map { "file://\($0)" }
      guard let url else { throw Self.unknown("dependency", dependency) }
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
    default: throw Self.unknown("dependency", dependency)
    }
    if kind != "fileSystem" { arguments.append(try requirement(value["requirement"])) }
    let traits = value["traits"]
    if !traits.isNull, traits != .array([.object(["name": .string("default")])]) {
      let sorted = traits.items.sorted { Self.order($0) < Self.order($1) }
      arguments.append(("traits", .list(sorted.map(Self.trait))))
    }
    return .call(".package", arguments)
  }

  private func requirement(
    _ requirement: JSONValue
  ) throws(OperationError) -> (label: String?, value: ManifestText) {
    guard let (kind, value) = requirement.enumCase else {
      throw Self.unknown("requirement", requirement)
    }
    if ["branch", "revision"].contains(kind), let text = value[0].text {
      return argument(kind, text)
    }
    if kind == "exact", let version = value[0].text { return argument(kind, version) }
    guard kind == "range", let lower = value[0]["lowerBound"].text,
      let upper = value[0]["upperBound"].text
    else { throw Self.unknown("requirement", requirement) }
    switch PackageRequirement(from: lower, below: upper) {
    case .from(let lower): return ("from", .string(lower))
    case .upToNextMinor(let lower):
      return (nil, .call(".upToNextMinor", [("from", .string(lower))]))
    case .range(let lower, let upper): return (nil, .plain("\"\(lower)\"..<\"\(upper)\""))
    case .exact, .closedRange: throw Self.unknown("requirement", requirement)
    }
  }

  /// Such as `exact: "1.2.0"`, or `.exact("1.2.0")` as it is written before 5.6.
  private func argument(
    _ kind: String,
    _ text: String
  ) -> (label: String?, value: ManifestText) {
    toolsVersion >= ToolsVersion(5, 6)
      ? (kind, .string(text)) : (nil, .call(".\(kind)", [(nil, .string(text))]))
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

extension NewManifest {
  typealias Arguments = [(label: String?, value: ManifestText)]

  private static let functions = [
    "binary": ".binaryTarget", "executable": ".executableTarget", "macro": ".macro",
    "plugin": ".plugin", "regular": ".target", "system": ".systemLibrary", "test": ".testTarget",
  ]
  private static let tools = ["c", "cxx", "swift", "linker"]

  private func target(_ target: JSONValue) throws(OperationError) -> ManifestText {
    guard let type = target["type"].text, let function = Self.functions[type] else {
      throw Self.unknown("target", target)
    }
    var arguments: Arguments = [("name", .string(target["name"].text ?? ""))]
    func add(_ label: String, _ value: ManifestText?) {
      if let value { arguments.append((label, value)) }
    }
    func text(_ key: String) -> ManifestText? { target[key].text.map(ManifestText.string) }
    func strings(_ key: String) -> ManifestText? {
      target[key].texts.isEmpty ? nil : .strings(target[key].texts)
    }
    if type == "binary" {
      for key in ["url", "path", "checksum"] { add(key, text(key)) }
      return .call(function, arguments)
    }
    if type == "system" {
      add("path", text("path"))
      add("pkgConfig", text("pkgConfig"))
      let providers = target["providers"].items.compactMap(\.enumCase)
      if !providers.isEmpty {
        add(
          "providers",
          .list(providers.map { .call(".\($0.name)", [(nil, .strings($0.value[0].texts))]) })
        )
      }
      return .call(function, arguments)
    }
    if type == "plugin" { add("capability", try Self.capability(target["pluginCapability"])) }
    add("dependencies", try Self.list(target["dependencies"].items.map(Self.dependencyOfTarget)))
    add("path", text("path"))
    add("exclude", strings("exclude"))
    // None at all is not the same as all of them.
    if !target["sources"].isNull { add("sources", .strings(target["sources"].texts)) }
    add("resources", try Self.list(target["resources"].items.map(Self.resource)))
    add("publicHeadersPath", text("publicHeadersPath"))
    // Before there was such access, the toolchain says that no target has it.
    if target["packageAccess"] == .bool(false), toolsVersion >= ToolsVersion(5, 9) {
      add("packageAccess", .plain("false"))
    }
    for tool in Self.tools {
      let settings = target["settings"].items.filter { $0["tool"].text == tool }
      add("\(tool)Settings", try Self.list(settings.map(Self.setting)))
    }
    add("plugins", try Self.list(target["pluginUsages"].items.map(Self.plugin)))
    return .call(function, arguments)
  }

  private static func dependencyOfTarget(
    _ dependency: JSONValue
  ) throws(OperationError) -> ManifestText {
    guard let (kind, values) = dependency.enumCase, let name = values[0].text else {
      throw unknown("dependency", dependency)
    }
    var arguments: Arguments = [("name", .string(name))]
    var condition = values[1]
    if kind == "product" {
      if let package = values[1].text { arguments.append(("package", .string(package))) }
      if case .object(let aliases) = values[2], !aliases.isEmpty {
        let pairs = aliases.sorted { $0.key < $1.key }.map { "\"\($0)\": \"\($1.text ?? "")\"" }
        arguments.append(("moduleAliases", .plain("[\(pairs.joined(separator: ", "))]")))
      }
      condition = values[3]
    }
    if condition.isNull {
      if kind == "byName" { return .string(name) }
    } else {
      arguments.append(("condition", try self.condition(condition)))
    }
    guard ["byName", "product", "target"].contains(kind) else {
      throw unknown("dependency", dependency)
    }
    return .call(".\(kind)", arguments)
  }

  /// As in `.when(platforms: [.linux], configuration: .debug, traits: ["Sour"])`.
  private static func condition(_ condition: JSONValue) throws(OperationError) -> ManifestText {
    var arguments: Arguments = []
    let names = condition["platformNames"].texts
    if !names.isEmpty {
      let list = names.map { name in
        platforms[name].map { ManifestText.plain(".\($0)") }
          ?? .call(".custom", [(nil, .string(name))])
      }
      arguments.append(("platforms", .list(list)))
    }
    if let configuration = condition["config"].text {
      arguments.append(("configuration", .plain(".\(configuration)")))
    }
    if !condition["traits"].isNull {
      arguments.append(("traits", .strings(condition["traits"].texts.sorted())))
    }
    guard !arguments.isEmpty else { throw unknown("condition", condition) }
    return .call(".when", arguments)
  }

  private static func resource(_ resource: JSONValue) throws(OperationError) -> ManifestText {
    guard let (rule, value) = resource["rule"].enumCase,
      ["copy", "embedInCode", "process"].contains(rule)
    else { throw unknown("resource", resource) }
    var arguments: Arguments = [(nil, .string(resource["path"].text ?? ""))]
    if let localization = value["localization"].text {
      arguments.append(("localization", .plain(".\(localization)")))
    }
    return .call(".\(rule)", arguments)
  }

  private static func plugin(_ usage: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, values) = usage.enumCase, kind == "plugin", let name = values[0].text else {
      throw unknown("plugin", usage)
    }
    guard let package = values[1].text else { return .call(".plugin", [("name", .string(name))]) }
    return .call(".plugin", [("name", .string(name)), ("package", .string(package))])
  }
}

extension NewManifest {
  private static func setting(_ setting: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, value) = setting["kind"].enumCase else { throw unknown("setting", setting) }
    var arguments: Arguments = []
    let first = value["_0"]
    switch kind {
    case "define":
      let parts = (first.text ?? "").split(separator: "=", maxSplits: 1)
      arguments.append((nil, .string(parts.first.map(String.init) ?? "")))
      if parts.count == 2 { arguments.append(("to", .string(String(parts[1])))) }
    case "unsafeFlags": arguments.append((nil, .strings(first.texts)))
    case "strictMemorySafety": break
    case "interoperabilityMode": arguments.append((nil, .plain(".\(first.text ?? "")")))
    case "swiftLanguageMode", "swiftLanguageVersion":
      arguments.append((nil, languageMode(first.text ?? "")))
    case "defaultIsolation":
      arguments.append((nil, .plain(first.text == "MainActor" ? "MainActor.self" : "nil")))
    case "treatAllWarnings": arguments.append(("as", .plain(".\(first.text ?? "")")))
    case "treatWarning":
      arguments.append((nil, .string(first.text ?? "")))
      arguments.append(("as", .plain(".\(value["_1"].text ?? "")")))
    default:
      guard let text = first.text else { throw unknown("setting", setting) }
      arguments.append((nil, .string(text)))
    }
    if !setting["condition"].isNull {
      arguments.append((nil, try condition(setting["condition"])))
    }
    return .call(".\(kind)", arguments)
  }

  private static func capability(_ capability: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, value) = capability.enumCase else {
      throw unknown("capability", capability)
    }
    if kind == "buildTool" { return .plain(".buildTool()") }
    guard kind == "command", let (intent, words) = value[0].enumCase else {
      throw unknown("capability", capability)
    }
    var arguments: Arguments = []
    if intent == "custom" {
      arguments.append(
        (
          "intent",
          .call(
            ".custom",
            [
              ("verb", .string(words["verb"].text ?? "")),
              ("description", .string(words["description"].text ?? "")),
            ]
          )
        )
      )
    } else {
      arguments.append(("intent", .call(".\(intent)", [])))
    }
    if !value[1].items.isEmpty {
      guard let permissions = try list(value[1].items.map(permission)) else { return .plain("[]") }
      arguments.append(("permissions", permissions))
    }
    return .call(".command", arguments)
  }

  private static func permission(_ permission: JSONValue) throws(OperationError) -> ManifestText {
    guard let (kind, value) = permission.enumCase else {
      throw unknown("permission", permission)
    }
    let reason: (label: String?, value: ManifestText) = (
      "reason", .string(value["reason"].text ?? "")
    )
    guard let (scope, details) = value["scope"].enumCase else {
      return .call(".\(kind)", [reason])
    }
    let ports = details["ports"].items.map { ManifestText.plain($0.compact) }
    let text: ManifestText =
      ports.isEmpty
      ? (["all", "local"].contains(scope) ? .plain(".\(scope)()") : .plain(".\(scope)"))
      : .call(".\(scope)", [("ports", .list(ports))])
    return .call(".\(kind)", [("scope", text), reason])
  }
}

/// A call in a manifest, as a line or as one argument a line.
///
/// ``NewManifest`` uses it for all that it writes, so that the text is as `swift format` leaves it.
indirect enum ManifestText {
  case plain(String)
  case call(String, [(label: String?, value: ManifestText)])
  case list([ManifestText])

  static let width = 100

  /// A literal of JSON is one of Swift, but for control characters, which no name has.
  static func string(_ text: String) -> ManifestText { .plain(JSONValue.string(text).compact) }

  static func strings(_ texts: [String]) -> ManifestText { .list(texts.map(ManifestText.string)) }

  /// - Parameters:
  ///   - indentation: Of the line that it starts in.
  ///   - before: How many characters the line has before it, and behind it.
  func text(indentation: Int, besides others: Int) -> String {
    let line = self.line
    if indentation + others + line.count <= Self.width { return line }
    let space = String(repeating: " ", count: indentation + 2)
    let end = String(repeating: " ", count: indentation)
    switch self {
    case .plain: return line
    case .list(let items):
      let lines = items.map { space + $0.text(indentation: indentation + 2, besides: 1) + ",\n" }
      return "[\n" + lines.joined() + end + "]"
    case .call(let name, let arguments):
      if arguments.isEmpty { return line }
      let lines = arguments.map { argument in
        let label = argument.label.map { "\($0): " } ?? ""
        return space + label
          + argument.value.text(indentation: indentation + 2, besides: label.count + 1)
      }
      return "\(name)(\n" + lines.joined(separator: ",\n") + "\n" + end + ")"
    }
  }

  private var line: String {
    switch self {
    case .plain(let text): text
    case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .call(let name, let arguments):
      "\(name)("
        + arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.value.line }
        .joined(separator: ", ") + ")"
    }
  }
}

import Base
import Model

extension NewManifest {
  typealias Arguments = [(label: String?, value: ManifestText)]

  private static let functions = [
    "binary": ".binaryTarget", "executable": ".executableTarget", "macro": ".macro",
    "plugin": ".plugin", "regular": ".target", "system": ".systemLibrary", "test": ".testTarget",
  ]
  private static let tools = ["c", "cxx", "swift", "linker"]

  static func target(_ target: JSONValue) throws(OperationError) -> ManifestText {
    guard let type = target["type"].text, let function = functions[type] else {
      throw unknown("target", target)
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
    if type == "plugin" { add("capability", try capability(target["pluginCapability"])) }
    add("dependencies", try list(target["dependencies"].items.map(dependencyOfTarget)))
    add("path", text("path"))
    add("exclude", strings("exclude"))
    // None at all is not the same as all of them.
    if !target["sources"].isNull { add("sources", .strings(target["sources"].texts)) }
    add("resources", try list(target["resources"].items.map(resource)))
    add("publicHeadersPath", text("publicHeadersPath"))
    if target["packageAccess"] == .bool(false) { add("packageAccess", .plain("false")) }
    for tool in tools {
      let settings = target["settings"].items.filter { $0["tool"].text == tool }
      add("\(tool)Settings", try list(settings.map(setting)))
    }
    add("plugins", try list(target["pluginUsages"].items.map(plugin)))
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

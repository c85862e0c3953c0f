internal import SwiftSyntax

extension ManifestReader {
  /// The platforms and traits in the arguments of `Package(…)`, as far as they are constants.
  mutating func readSettings(_ call: FunctionCallExprSyntax) {
    for platform in call.argument("platforms").map({ elements(of: $0.expression) }) ?? [] {
      readPlatform(definition(of: platform))
    }
    for trait in call.argument("traits").map({ elements(of: $0.expression) }) ?? [] {
      readTrait(definition(of: trait))
    }
  }

  /// `.iOS(.v17)`, `.macOS("13.3")`, `.custom("freebsd", versionString: "14")`.
  private mutating func readPlatform(_ expression: ExprSyntax) {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let name = call.calleeName?.bareText,
      let first = call.arguments.first
    else { return }
    if name == "custom" {
      guard let platform = constants.value(of: first.expression),
        let version = call.argument("versionString").flatMap({ constants.value(of: $0.expression) })
      else { return }
      platforms[platform] = version
    } else if let version = constants.value(of: first.expression) {
      platforms[name] = version
    } else if let access = first.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text.hasPrefix("v")
    {
      platforms[name] = String(access.declName.baseName.text.dropFirst()).replacing("_", with: ".")
    }
  }

  /// `"Sour"`, `.trait(name: "Sour")`, `.default(enabledTraits: ["Sour"])`.
  private mutating func readTrait(_ expression: ExprSyntax) {
    if let name = constants.value(of: expression) {
      traits.append(name)
      return
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return }
    if call.isCall(of: "default"), let list = call.argument("enabledTraits") {
      for element in elements(of: list.expression) {
        if let name = constants.value(of: element) { defaultTraits.insert(name) }
      }
    } else if let name = call.argument("name").flatMap({ constants.value(of: $0.expression) }) {
      traits.append(name)
      let enabled = call.argument("enabledTraits").map { elements(of: $0.expression) } ?? []
      enabledTraits[name] = Set(enabled.compactMap { constants.value(of: $0) })
    }
  }
}

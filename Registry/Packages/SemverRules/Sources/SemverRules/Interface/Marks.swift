internal import SwiftSyntax

/// The attributes and modifiers of a declaration, as far as they matter to its clients.
struct Marks {
  var attributes: Set<String> = []
  var modifiers: Set<String> = []
  var availability = Availability()
  var isolation: Declaration.Isolation?
  /// Whether it is not public: `internal`, `package`, `private` and what the compiler adds for
  /// itself.
  var isHidden = false
  var isOpen = false
  var isStatic = false

  /// The attributes that do not matter to clients who compile against the source: how code is
  /// generated and inlined, what storage there is, and what runs inside the module only.
  private static let silentAttributes: Set<String> = [
    "_alwaysEmitIntoClient", "_documentation", "_effects", "_fixed_layout", "_hasInitialValue",
    "_hasStorage",
    "_optimize", "_originallyDefinedIn", "_projectedValueProperty", "_semantics", "_specialize",
    "_specializeExtension", "_transparent", "_unsafeNonescapableResult", "_used", "abi",
    "backDeployed", "export", "inlinable", "inline", "section", "specialized", "usableFromInline",
  ]

  private static let silentModifiers: Set<String> = [
    "dynamic", "indirect", "lazy", "open", "override", "public", "unowned", "weak",
  ]

  init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) {
    for element in attributes {
      guard let attribute = element.as(AttributeSyntax.self) else { continue }
      add(attribute)
    }
    for modifier in modifiers { add(modifier) }
  }

  private mutating func add(_ attribute: AttributeSyntax) {
    switch attribute.bareName {
    case "available", "_spi_available":
      availability.add(attribute.argumentTexts)
    case "_implements", "_spi": isHidden = true
    case "lifetime": attribute.lifetimeText.map { _ = attributes.insert($0) }
    case "_functionBuilder": attributes.insert("@resultBuilder")
    case "concurrent": break
    case let name where Self.silentAttributes.contains(name): break
    case let name where name == "_Concurrency.MainActor": isolation = .actor("@MainActor")
    default: attributes.insert(attribute.normalizedText)
    }
  }

  private mutating func add(_ modifier: DeclModifierSyntax) {
    switch modifier.name.text {
    // `public internal(set)` is written with its accessors.
    case _ where modifier.detail?.detail.text == "set": break
    case "internal", "package", "private", "fileprivate": isHidden = true
    case "open": isOpen = true
    case "static": isStatic = true
    case "class": isStatic = true
    case "nonisolated":
      isolation = modifier.detail?.detail.text == "nonsending" ? .caller : .nonisolated
    case let name where Self.silentModifiers.contains(name): break
    case let name: modifiers.insert(name)
    }
  }
}

/// A declaration that can have attributes and modifiers.
typealias MarkedSyntax = WithAttributesSyntax & WithModifiersSyntax

extension AttributeSyntax {
  /// The arguments as they are written, split at the commas.
  fileprivate var argumentTexts: [String] {
    switch arguments {
    case .availability(let list):
      list.map { element in
        element.argument.description.split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
      }
    default: []
    }
  }
}

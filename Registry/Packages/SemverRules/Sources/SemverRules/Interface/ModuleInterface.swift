/// The public interface of one module, as the compiler writes it (`NAME.swiftinterface`).
public struct ModuleInterface: Sendable {
  /// The name of the module.
  public let name: String
  /// The modules that clients get by importing this one (`@_exported import`).
  public internal(set) var exports: Set<String> = []
  /// The modules that it imports, those included that it exports.
  public internal(set) var imports: Set<String> = []
  /// The public declarations in the order of the text, members behind their types.
  public internal(set) var declarations: [Declaration] = []
  /// The conformances that the text declares, those of extensions included.
  public internal(set) var conformances: [Conformance] = []
  /// The SPI requirements of protocols and cases of enumerations, as their source has them.
  public internal(set) var demands: [Declaration] = []

  init(name: String) {
    self.name = name
  }

  /// Returns the part of the interface that is about some types.
  ///
  /// - Parameter types: The qualified names of the types.
  public func only(_ types: Set<String>) -> ModuleInterface {
    var copy = self
    copy.declarations = declarations.filter { $0.isPart(of: types, in: name) }
    copy.conformances = conformances.filter { types.contains($0.type) }
    copy.demands = demands.filter { $0.context.map(types.contains) ?? false }
    return copy
  }

  /// - Parameter types: Their qualified names.
  mutating func readAsStructures(_ types: Set<String>) {
    for position in declarations.indices {
      let declaration = declarations[position]
      guard declaration.kind == .enum, types.contains(declaration.qualifiedName(in: name)) else {
        continue
      }
      declarations[position].kind = .struct
    }
  }

  /// The modules whose types occur in it.
  public var usedModules: Set<String> {
    var roots: Set<String> = [name]
    let note = { (type: TypeExpression) in
      type.eachName { if let root = $0.first?.name { roots.insert(root) } }
    }
    for declaration in declarations {
      declaration.eachType(note)
      if let root = declaration.context?.prefix(while: { $0 != "." }) { roots.insert(String(root)) }
      for attribute in declaration.attributes.union(declaration.parameters.flatMap(\.words)) {
        roots.insert(String(attribute.dropFirst().prefix { $0 != "." }))
      }
    }
    for conformance in conformances { note(conformance.proto) }
    return roots.intersection(imports.union([name])).union(exports)
  }
}

/// A conformance of a type to a protocol, as an inheritance clause declares it.
public struct Conformance: Hashable, Sendable {
  /// The qualified name of the type.
  public let type: String
  /// The protocol, or the superclass or raw type, which stands among the protocols.
  public var proto: TypeExpression
  /// The conditions of the conformance: the `where` clause of the extension that declares it.
  public var requirements: Set<Requirement>
  /// The platforms and versions in which the type conforms.
  public let availability: Availability
  /// The actor that it is isolated to, such as `@MainActor`; `nil` if none.
  public let isolation: String?
}

extension Declaration {
  /// Whether it is one of the types, or a member of one that is not a type itself.
  ///
  /// - Parameters:
  ///   - types: The qualified names of the types.
  ///   - module: The name of the module that it is declared in.
  public func isPart(of types: Set<String>, in module: String) -> Bool {
    guard kind.isType, kind != .associatedtype else { return context.map(types.contains) ?? false }
    return types.contains(qualifiedName(in: module))
  }

  /// Calls `body` with each type in the declaration's signature, requirements and inheritance
  /// clause.
  public func eachType(_ body: (TypeExpression) -> Void) {
    type.map(body)
    for parameter in parameters { body(parameter.type) }
    for effects in [effects, accessors?.getter] { effects?.thrown.map(body) }
    inherited.forEach(body)
    for requirement in generics.requirements.union(contextRequirements) {
      requirement.eachType(body)
    }
  }

  /// Returns the declaration with each of its types replaced.
  public func map(_ change: (TypeExpression) -> TypeExpression) -> Declaration {
    var copy = self
    copy.type = type.map(change)
    copy.parameters = parameters.map { parameter in
      var parameter = parameter
      parameter.type = change(parameter.type)
      return parameter
    }
    copy.effects = effects.map(change)
    copy.accessors?.getter = accessors?.getter.map(change) ?? Effects()
    copy.inherited = inherited.map(change)
    copy.generics.requirements = Set(generics.requirements.map { $0.map(change) })
    copy.contextRequirements = Set(contextRequirements.map { $0.map(change) })
    return copy
  }
}

extension Declaration.Effects {
  fileprivate func map(_ change: (TypeExpression) -> TypeExpression) -> Self {
    var copy = self
    copy.thrown = thrown.map(change)
    return copy
  }
}

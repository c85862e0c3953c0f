extension InterfaceIndex {
  /// The generic type that an alias is another name of, with the same parameters, all of them free:
  /// `typealias A<T> = B<T>` and `typealias A = B` are the same to clients; `nil` for other aliases.
  ///
  /// - Parameter alias: In canonical form.
  func typeWithSameParameters(as alias: Declaration) -> String? {
    guard alias.kind == .typealias, case .named(let components)? = alias.type,
      let path = alias.type?.path, let type = types[path], type.kind.isNominal,
      !type.generics.parameters.isEmpty,
      genericParameters(of: path) == type.generics.parameters.map(\.name)
    else { return nil }
    let arguments = components.flatMap(\.arguments)
    let own = alias.generics
    if arguments.isEmpty, own.parameters.isEmpty { return path }
    let byPosition = type.withParametersByPosition
    guard arguments == own.parameters.map({ .qualified($0.name) }),
      own.parameters == byPosition.generics.parameters,
      own.requirements.allSatisfy({ implies(byPosition.generics.requirements, $0) })
    else { return nil }
    return path
  }

  /// Since when what an alias stands for is available on a platform; `nil` if that is not known.
  func availability(ofWhatIsNamedBy alias: Declaration) -> Availability? {
    guard alias.kind == .typealias, let path = alias.type?.path else { return nil }
    return types[path]?.availability
  }
}

extension Declaration {
  /// With the type's own generic parameters named as those of an alias are.
  fileprivate var withParametersByPosition: Declaration {
    var result = withGenericParametersNumbered
    result.sortOutBounds()
    return result
  }
}

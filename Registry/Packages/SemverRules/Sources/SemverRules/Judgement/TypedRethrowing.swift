extension Declaration {
  /// The same with `rethrows`, where a function throws what closures throw and the error is a generic
  /// parameter: `f<T, E>(_: () throws(E) -> T) throws(E)`; `nil` for others.
  ///
  /// Both are in canonical form.
  var rethrowing: Declaration? {
    guard let error = effects.thrown,
      let position = generics.parameters.firstIndex(where: { error == .qualified($0.name) })
    else { return nil }
    var result = self
    (result.effects.thrown, result.effects.isRethrowing) = (nil, true)
    for index in parameters.indices {
      result.parameters[index].type = parameters[index].type.throwingAny(insteadOf: error)
    }
    result.generics.parameters.remove(at: position)
    for bound in ["Error", "Copyable", "Escapable"] {
      result.generics.requirements.remove(.conforms(error, .qualified("Swift", bound)))
    }
    var isUsedElsewhere = false
    result.eachType { type in
      type.eachName { isUsedElsewhere = isUsedElsewhere || .named($0) == error }
    }
    return isUsedElsewhere ? nil : result.withGenericParametersNumbered
  }

  /// Whether the compiler infers the error from each use that it accepts with `rethrows`.
  ///
  /// A function that is generic in nothing else is passed without saying its type. Mutating ones are
  /// never passed.
  var hasInferredError: Bool {
    let closures = parameters.filter(\.isThrowing)
    let isPassed = generics.parameters.count == 1 && !modifiers.contains("mutating")
    return !isPassed && closures.count == 1 && !closures[0].mayBeAbsent
  }
}

extension Declaration.Parameter {
  fileprivate var isThrowing: Bool {
    if case .function(let function) = type.wrapped ?? type { function.thrown != nil } else { false }
  }

  /// Whether there are calls that pass no function.
  fileprivate var mayBeAbsent: Bool {
    hasDefault || isVariadic || type.wrapped != nil || words.contains("@autoclosure")
  }
}

extension TypeExpression {
  fileprivate func throwingAny(insteadOf error: TypeExpression) -> TypeExpression {
    if let wrapped { return .optional(of: wrapped.throwingAny(insteadOf: error)) }
    guard case .function(var function) = self, function.thrown == error else { return self }
    function.thrown = .anyError
    return .function(function)
  }
}

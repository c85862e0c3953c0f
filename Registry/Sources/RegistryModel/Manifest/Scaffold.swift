package import GitValues
package import Versioning

/// An app that is built from components.
package struct Scaffold: Hashable, Sendable {
  /// The folder of its `Package.swift`, from the root of the repository.
  package var path: TreePath
  /// The executable that `run` starts; `nil` where the scaffold has none.
  package var product: String?
  /// Components that are not named are built from the working tree.
  package var pins: [ComponentName: Pin]

  package init(path: TreePath, product: String? = nil, pins: [ComponentName: Pin] = [:]) {
    self.path = path
    self.product = product
    self.pins = pins
  }
}

extension Scaffold {
  enum Key: String, JSONKey {
    case path
    case pins
    case product
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .path: .string(path.description),
      .pins: .names(pins.mapValues(\.json)),
    ]
    members[.product] = product.map { .string($0) }
    return .members(members)
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    path = try object.required(.path).parse(TreePath.init(recorded:))
    product = try object[.product].map { field throws(RegistryModelError) in
      let product = try field.string()
      guard !product.isEmpty, !product.hasPrefix("-") else {
        throw field.failure(.invalidValue, "invalid product \(quoted(product)), expected a name")
      }
      return product
    }
    pins = [:]
    for (key, value) in try object[.pins]?.entries() ?? [] {
      pins[try ComponentName(key: key, of: value)] = try Pin(value)
    }
  }
}

import Base
import Versions

/// A layer, with the layers that its components may depend on.
package struct Layer: Hashable, Sendable {
  /// A layer that names itself lets its components depend on each other.
  package var mayUse: [LayerName]

  package init(mayUse: [LayerName] = []) {
    self.mayUse = mayUse
  }
}

extension Layer {
  enum Key: String, JSONKey {
    case mayUse
  }

  var json: JSONValue {
    .members([Key.mayUse: .array(mayUse.map { .string($0.text) })])
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    mayUse = try object.required(.mayUse).distinct({ "layer '\($0)' is" }, LayerName.init(_:))
  }
}

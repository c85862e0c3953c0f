import Base

/// The key that lists the apps: a file keeps the one that it has, and a new file has `apps`.
package enum AppsKey: String, Sendable {
  case apps
  /// Its former name.
  case scaffolds
}

/// The keys of an object that lists apps.
protocol AppListingKey: JSONKey {
  static var apps: Self { get }
  static var scaffolds: Self { get }
}

extension AppsKey {
  func key<Key: AppListingKey>(of _: Key.Type = Key.self) -> Key {
    self == .apps ? .apps : .scaffolds
  }

  /// - Throws: If the object has both keys.
  init<Key: AppListingKey>(of object: JSONObject<Key>) throws(OperationError) {
    guard let former = object[.scaffolds] else {
      self = .apps
      return
    }
    guard object[.apps] == nil else {
      throw former.failureAtKey(
        .collision,
        "apps are listed in \"apps\" and also in \"scaffolds\", its former name",
        help: "move all of them into \"apps\""
      )
    }
    self = .scaffolds
  }
}

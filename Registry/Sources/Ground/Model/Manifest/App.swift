package import Base
package import Git
package import Versions

/// An app that is built from components.
package struct App: Hashable, Sendable {
  /// The folder of its `Package.swift`, from the root of the repository.
  package var path: TreePath
  /// The executable that `run` starts; `nil` where the app has none.
  package var product: String?
  /// The pins by component; components without one are built from the working tree.
  package var pins: [ComponentName: Pin]
  /// Files and folders of the working tree that git ignores and the app is built with.
  package var localFiles: [TreePath] = []

  package init(path: TreePath, product: String? = nil, pins: [ComponentName: Pin] = [:]) {
    self.path = path
    self.product = product
    self.pins = pins
  }
}

extension App {
  enum Key: String, JSONKey {
    case localFiles
    case path
    case pins
    case product
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .path: .string(path.description),
      .pins: .names(pins.mapValues(\.json)),
    ]
    if !localFiles.isEmpty {
      members[.localFiles] = .array(localFiles.map { .string($0.description) })
    }
    members[.product] = product.map { .string($0) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    path = try object.required(.path).parse(TreePath.init(recorded:))
    product = try object[.product].map { field throws(OperationError) in
      let product = try field.string()
      guard !product.isEmpty, !product.hasPrefix("-") else {
        throw field.failure(.invalidValue, "invalid product \(quoted(product)), expected a name")
      }
      return product
    }
    localFiles = try object[.localFiles].map(Self.localFiles) ?? []
    pins = [:]
    for (key, value) in try object[.pins]?.entries() ?? [] {
      pins[try ComponentName(key: key, of: value)] = try Pin(value)
    }
  }

  private static func localFiles(_ field: JSONField) throws(OperationError) -> [TreePath] {
    var paths: [TreePath] = []
    for entry in try field.array() {
      let path = try entry.parse(TreePath.init(recorded:))
      guard !path.isRoot, path.names.first?.lowercased() != ".registry" else {
        throw entry.failure(
          .invalidPath,
          "invalid local file '\(path)', expected the path of a file or folder that git ignores"
        )
      }
      if let other = paths.first(where: { path.isInside($0) || $0.isInside(path) }) {
        throw entry.failure(.collision, "local file '\(path)' is listed with '\(other)' already")
      }
      paths.append(path)
    }
    return paths
  }
}

/// The name of an app; its snapshots are tagged with it, as releases are with their component's.
package typealias AppName = Name<AppRole>

/// The rules for the names of apps.
package enum AppRole: NameRole {
  package static let noun = "app"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}

/// The release or range of a component that an app pins, or the working tree.
package enum Pin: Hashable, Sendable {
  /// The releases that meet a requirement.
  case requirement(VersionRequirement)
  /// The files as they are, even where a released component depends on it.
  case workingTree
}

extension Pin {
  static let workingTreeText = "working-tree"

  /// The value in the manifest: a requirement, or the text `working-tree`.
  package var json: JSONValue {
    switch self {
    case .requirement(let requirement): requirement.json
    case .workingTree: .string(Self.workingTreeText)
    }
  }

  init(_ field: JSONField) throws(OperationError) {
    if case .string(Self.workingTreeText) = field.node.content {
      self = .workingTree
    } else {
      self = .requirement(try VersionRequirement(field))
    }
  }
}

extension Pin: CustomStringConvertible {
  /// The pin in words, such as `from 1.0.0` or `the working tree`.
  package var description: String {
    switch self {
    case .requirement(let requirement): requirement.description
    case .workingTree: "the working tree"
    }
  }
}

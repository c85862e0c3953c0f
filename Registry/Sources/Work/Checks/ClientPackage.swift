import Base
import Git
import Model
import Versions

/// The small package that depends on a release by version, with the settings by which SwiftPM finds
/// all releases in local repositories.
struct ClientPackage {
  static let registriesPath = ".swiftpm/configuration/registries.json"

  /// A release as the package manager gets it.
  struct Dependency {
    /// Such as `cookr.ChefSourcing`.
    let identity: String
    let version: SemanticVersion
    /// The path of its repository.
    let repository: String
    let revision: ObjectID
  }

  /// An Apple system with its lowest version, such as iOS 17.
  struct System {
    let name: String
    let version: String
  }

  let folder: String
  let scratch: String
  /// The release that it depends on.
  let subject: Dependency
  /// The products that it uses, by name.
  let products: [String]
  /// The subject's and all that it requires.
  let packages: [Dependency]
  /// The system that it is built for, as the subject supports it; `nil` for the host.
  let system: System?
  /// The sources of packages in other scopes, if the subject configures them.
  let registries: [UInt8]?

  /// Writes the files that differ.
  func write() throws {
    try update("Package.swift", manifest)
    try update("Sources/Client/Client.swift", "// Only what it depends on counts.\n")
    try update(".swiftpm/configuration/mirrors.json", mirrors.compact)
    if let registries {
      try LocalFile.update("\(folder)/\(Self.registriesPath)", to: registries)
    } else {
      try LocalFile.remove("\(folder)/\(Self.registriesPath)")
    }
    try update("Package.resolved", resolution().compact)
    try forgetOtherContent()
    for package in packages { try keepTimes(of: package) }
  }

  private func update(_ file: String, _ text: String) throws {
    try LocalFile.update("\(folder)/\(file)", to: Array(text.utf8))
  }

  private var manifest: String {
    let uses = products.map { name in
      ".product(name: \(JSONValue.string(name).compact), package: \"\(subject.identity)\")"
    }
    return """
      // swift-tools-version: \(system?.name == "visionOS" ? "5.9" : "5.7")
      import PackageDescription

      let package = Package(
        name: "Client",\(platforms)
        dependencies: [.package(id: "\(subject.identity)", exact: "\(subject.version)")],
        targets: [.target(name: "Client", dependencies: [\(uses.joined(separator: ", "))])]
      )

      """
  }

  /// A client may support no older system than what it depends on.
  private var platforms: String {
    if let system {
      let isWhole = !system.version.contains(".")
      return "\n  platforms: [.\(system.name)(\"\(system.version)\(isWhole ? ".0" : "")\")],"
    }
    #if os(macOS)
      return "\n  platforms: [.macOS(\"\(CurrentProcess.systemVersion)\")],"
    #else
      return ""
    #endif
  }

  /// In place of the registry.
  private var mirrors: JSONValue {
    let entries = packages.map { package in
      JSONValue.object([
        "mirror": .string(package.repository), "original": .string(package.identity),
      ])
    }
    return .object(["object": .array(entries), "version": .integer(1)])
  }

  /// The chosen releases; SwiftPM's choices of other packages stay.
  private func resolution() throws -> JSONValue {
    let own = packages.map { package in
      JSONValue.object([
        "identity": .string(package.identity.lowercased()),
        "kind": .string("localSourceControl"),
        "location": .string(package.identity),
        "state": .object([
          "revision": .string(package.revision.hex), "version": .string("\(package.version)"),
        ]),
      ])
    }
    let path = "\(folder)/Package.resolved"
    let scope = Self.scope(of: subject.identity)
    let others = try Self.object(in: path)?["pins"].items.filter { pin in
      pin["identity"].text.map { Self.scope(of: $0) != scope } ?? false
    }
    return .object(["pins": .array((others ?? []) + own), "version": .integer(2)])
  }

  private static func scope(of identity: String) -> Substring {
    identity.lowercased()[...].prefix { $0 != "." }
  }

  /// Makes SwiftPM check out a release again whose version stayed and whose content did not, as
  /// after a failed build: it assumes that a version never changes.
  private func forgetOtherContent() throws {
    let path = "\(scratch)/workspace-state.json"
    guard var state = try Self.object(in: path) else { return }
    let revisions = Dictionary(
      packages.map { ($0.identity.lowercased(), $0.revision.hex) }
    ) { first, _ in first }
    let known = state["object"]["dependencies"].items
    let dependencies = known.map { dependency -> JSONValue in
      let checkout = dependency["state"]["checkoutState"]
      guard let identity = dependency["packageRef"]["identity"].text,
        let revision = revisions[identity], !checkout.isNull,
        checkout["revision"].text != revision
      else { return dependency }
      var other = dependency
      other["state"]["checkoutState"]["version"] = .string("0.0.0-forgotten")
      return other
    }
    guard dependencies != known else { return }
    state["object"]["dependencies"] = .array(dependencies)
    try LocalFile.update(path, to: Array(state.compact.utf8))
  }

  /// Makes the next checkout keep unchanged files, so that they are not compiled again.
  ///
  /// SwiftPM removes the permission to write, which changes a time that git compares by default.
  private func keepTimes(of package: Dependency) throws {
    let path = "\(scratch)/checkouts/\(package.identity)/.git/config"
    let setting = "\n[core]\n\ttrustctime = false\n"
    guard let bytes = try LocalFile.read(path) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.contains(setting) { try LocalFile.update(path, to: bytes + Array(setting.utf8)) }
  }

  /// A JSON file of SwiftPM; `nil` if it is missing, or cannot be read and has to be created again.
  private static func object(in path: String) throws -> JSONValue? {
    try LocalFile.read(path).flatMap { try? JSONValue(reading: $0, file: path) }
  }
}

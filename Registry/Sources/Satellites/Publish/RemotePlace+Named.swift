package import Base
import Git
package import Model
package import Sharing
import Versions

extension PublishReleases.RemotePlace {
  /// The registries that a person means.
  ///
  /// - Parameters:
  ///   - registry: A URL, or a name in the manifest; `nil` for all in the manifest.
  ///   - token: `nil` to sign in as the package manager does.
  package static func named(
    _ registry: String?,
    allowsInsecure: Bool,
    token: AccessToken?,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [Self] {
    guard let tip = workspace.tip else { throw .noCommit() }
    let targets = try targets(registry, in: workspace.state(at: tip).manifest)
    guard token == nil || targets.count == 1 else {
      throw OperationError(
        .invalidToken,
        "one token was given for \(targets.count) registries",
        help: "name the registry with '--registry', or sign in at each with"
          + " 'swift package-registry login'"
      )
    }
    let folder = workspace.repository.workingDirectory
    return try targets.map { target throws(OperationError) in
      let address = try RegistryAddress(target.url, allowsInsecure: allowsInsecure)
      let authorization =
        if let token { Authorization.token(token.secret) } else {
          try ClientCredentials.authorization(for: address, in: folder)
        }
      return Self(address, authorization, target: target)
    }
  }

  private static func targets(
    _ registry: String?,
    in manifest: Manifest
  ) throws(OperationError) -> [PublishTarget] {
    let known = manifest.publishTargets
    guard let registry else {
      guard !known.isEmpty else {
        throw OperationError(
          .noRegistry,
          "there is no registry to publish to",
          help: "give it with '--registry URL', or list it under 'publish' in the manifest"
        )
      }
      return known.sorted { $0.key < $1.key }.map(\.value)
    }
    if let name = try? PublishTargetName(registry), let target = known[name] { return [target] }
    guard registry.contains("://") else {
      let names = known.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw OperationError(
        .noRegistry,
        "the manifest names no registry '\(registry)'",
        help: known.isEmpty
          ? "give a URL such as 'https://registry.example.com', or list it under 'publish'"
          : "it names \(names); or give a URL such as 'https://registry.example.com'"
      )
    }
    return [PublishTarget(url: registry)]
  }
}

/// The credentials that SwiftPM stores to sign in at registries: the kind in `registries.json`, the
/// secret in a netrc file.
package struct ClientCredentials {
  /// - Parameters:
  ///   - folder: The package or the repository whose configuration comes before the account's; `nil`
  ///     for none.
  ///   - home: Of the account.
  /// - Returns: `nil` if there is none for the registry.
  package static func authorization(
    for address: RegistryAddress,
    in folder: String?,
    home: String? = CurrentProcess.variable("HOME") ?? CurrentProcess.accountHome
  ) throws(OperationError) -> Authorization? {
    try unifyingErrors {
      let place = ".swiftpm/configuration/registries.json"
      for folder in [folder, home].compactMap(\.self) {
        guard let kind = try kind(for: address, in: "\(folder)/\(place)"), let home else {
          continue
        }
        let file = "\(home)/.netrc"
        let host = String(address.authority.prefix { $0 != ":" })
        let netrc = try LocalFile.read(file).map { Netrc(String(decoding: $0, as: UTF8.self)) }
        guard let entry = netrc?.entry(of: address.authority) ?? netrc?.entry(of: host) else {
          throw OperationError(
            .invalidToken,
            "'\(file)' has no password for '\(host)', which '\(folder)/\(place)' requires",
            help: "sign in with 'swift package-registry login \(address)', or set REGISTRY_TOKEN"
          )
        }
        return kind == .token
          ? .token(entry.password) : .password(user: entry.login, password: entry.password)
      }
      return nil
    }
  }

  private enum Kind: String {
    case basic
    case token
  }

  private static func kind(for address: RegistryAddress, in file: String) throws -> Kind? {
    guard let bytes = try LocalFile.read(file) else { return nil }
    guard case .object(let root) = try JSONValue(reading: bytes, file: file),
      case .object(let hosts)? = root["authentication"],
      case .object(let facts)? = hosts[address.authority],
      case .string(let kind)? = facts["type"]
    else { return nil }
    return Kind(rawValue: kind)
  }
}

/// A netrc file, in which accounts keep passwords of hosts.
package struct Netrc {
  private var entries: [Entry] = []

  /// The login and password for a host.
  package struct Entry: Hashable, Sendable {
    /// The host; `nil` for all other hosts.
    package let machine: String?
    package var login = ""
    package var password = ""
  }

  /// Reads the text of a file; words that have no meaning are passed over.
  package init(_ text: String) {
    var words = Self.words(of: text)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine": if let name = words.popFirst() { entries.append(Entry(machine: name)) }
      case "default": entries.append(Entry(machine: nil))
      case "login":
        if !entries.isEmpty { entries[entries.count - 1].login = words.popFirst() ?? "" }
      case "password":
        if !entries.isEmpty { entries[entries.count - 1].password = words.popFirst() ?? "" }
      default: continue
      }
    }
  }

  /// The first entry for a host.
  package func entry(of host: String) -> Entry? {
    entries.first { $0.machine?.lowercased() == host.lowercased() || $0.machine == nil }
  }

  /// The words without comments and without macros, which end at an empty line.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isMacro {
        isMacro = !line.isEmpty
        continue
      }
      for word in line.split(whereSeparator: \.isWhitespace) {
        if word.hasPrefix("#") { break }
        if word == "macdef" {
          isMacro = true
          break
        }
        words.append(String(word).trimmingQuotes)
      }
    }
    return words
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}

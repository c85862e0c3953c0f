package import Base
import Git
import Model

/// The folder of SwiftPM's configuration.
package enum ClientConfiguration {
  private static let folder = ".swiftpm/configuration"

  /// - Throws: If the folder holds no package: the configuration of any other has no effect.
  package static func ofPackage(in directory: String) throws(OperationError) -> String {
    guard LocalFile.kind(at: "\(directory)/Package.swift") != nil else {
      throw OperationError(
        .noPackage,
        "the folder '\(directory)' has no 'Package.swift'",
        help: "change to the package's folder, or use '--global' for all packages of this account"
      )
    }
    return directory == "." ? folder : "\(directory)/\(folder)"
  }

  /// Whether a file of the configuration is in a git repository that ignores it.
  package static func isIgnored(_ file: String) -> Bool {
    guard let path = try? LocalFile.absolutePath(file),
      let folder = try? LocalFile.realPath(LocalFile.parent(of: path)),
      let repository = try? Repository.discover(from: folder),
      let tree = try? WorkTree(of: repository)
    else { return false }
    // It is for a note alone.
    return (try? tree.ignoresFile(at: "\(folder)/\(LocalFile.name(of: path))")) ?? false
  }

  /// In the account's home, which the package manager goes by, whatever `HOME` says.
  package static func ofAccount() throws(OperationError) -> String {
    guard let home = CurrentProcess.accountHome else {
      throw OperationError(
        .inputOutput,
        "this account has no home folder",
        help: "name the folder with '--config-path'"
      )
    }
    return "\(home)/\(folder)"
  }
}

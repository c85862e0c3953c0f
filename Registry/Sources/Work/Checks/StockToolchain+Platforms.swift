import Base
import Git
import ManifestEditor
package import Model
import SemverRules
package import Versions

extension StockToolchain {
  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {
    guard let toolchain = try? toolchain.get(orSkip: nil) else {
      // The first build or comparison reports that there is none.
      return
    }
    let manifest = try manifest(of: layout, in: workspace)
    let targets = BuildTargets(toolchain: toolchain, sdks: sdks)
    do throws(OperationError) {
      _ = try targets.all(layout.platforms, of: layout.name, manifest)
    } catch {
      throw advised(error, layout.name)
    }
    guard layout.platforms.isEmpty, !targets.isOnApple,
      let found = try AppleImport(in: manifest, of: layout.folder, workspace)
    else { return }
    throw advised(found.refusal(of: layout.name), layout.name)
  }

  /// What a component in the working tree is built for.
  ///
  /// - Parameters:
  ///   - manifest: The registry's.
  ///   - folder: The component's, on the disk.
  /// - Throws: ``OperationError/Code/platformUnavailable`` as ``checkPlatforms(of:in:)`` does.
  package func targets(
    of component: ComponentName,
    in manifest: Manifest,
    at folder: String
  ) throws -> [BuildTarget] {
    // A package that cannot be read is for the package manager to report.
    guard let bytes = try LocalFile.read("\(folder)/Package.swift"),
      let package = try? PackageManifestFile(surveying: bytes, packagePath: .root)
    else { return [.host] }
    let platforms = manifest.platforms(of: component)
    let targets = BuildTargets(toolchain: try toolchain.get(orSkip: nil), sdks: sdks)
    let all = try targets.all(platforms, of: component.text, package)
    if platforms.isEmpty, !targets.isOnApple,
      let found = try AppleImport(in: package, of: folder)
    {
      throw found.refusal(of: component.text)
    }
    return all
  }

  /// The error, with what a person who has no Mac can do.
  private func advised(_ error: OperationError, _ component: String) -> OperationError {
    guard isComparisonOptional, let help = error.help else { return error }
    return OperationError(
      error.code,
      error.message,
      help: "\(help), or release it unchecked:"
        + " 'registry release \(component) --no-api-check --verify none'"
    )
  }

  func targets(
    of layout: ComponentLayout,
    _ toolchain: Toolchain,
    in workspace: borrowing Workspace
  ) throws -> [BuildTarget] {
    try targets(of: layout, manifest(of: layout, in: workspace), toolchain)
  }

  func targets(
    of layout: ComponentLayout,
    _ manifest: PackageManifestFile,
    _ toolchain: Toolchain
  ) throws -> [BuildTarget] {
    try BuildTargets(toolchain: toolchain, sdks: sdks)
      .all(layout.platforms, of: layout.name, manifest)
  }

  func targets(
    of layout: ClientLayout,
    _ toolchain: Toolchain,
    in workspace: borrowing Workspace
  ) throws -> [BuildTarget] {
    let tree = layout.release.tree
    guard let manifest = try workspace.packageManifest(in: tree, at: .root) else { return [.host] }
    return try BuildTargets(toolchain: toolchain, sdks: sdks)
      .all(layout.platforms, of: layout.component.text, manifest)
  }
}

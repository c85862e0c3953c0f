package import Base
import Content
package import Git
package import Model
package import Versions

extension Workspace {
  /// The folders of the packages that git tracks and the manifest does not list, as of a commit's
  /// tree.
  ///
  /// A package that declares nothing is left out, and so are those that the manifest excludes. A package
  /// around the registry's own data, such as the one at the root, is none of them: it
  /// could never be released. Neither are those in the folder of a component, which are parts of it,
  /// and those in folders of tests.
  package func unlistedPackages(
    besides manifest: Manifest,
    in tree: ObjectID
  ) throws(OperationError) -> [TreePath] {
    try unifyingErrors {
      let components = Set(manifest.components.values.map(\.path))
      let apps = Set(manifest.apps.values.map(\.path))
      let survey = try TreeSurvey(of: tree, besides: components, in: self)
      let excluded = try FolderPatterns(manifest.excluded)
      let folders = survey.packages.filter { folder, _ in
        !apps.contains(folder) && !manifestPath.isInside(folder) && !excluded.match(folder)
      }
      let packages = SurveyedPackage.read(
        folders,
        root: tree,
        by: .parsing,
        gitDirectory: repository.gitDirectory
      )
      return folders.keys.filter { packages[$0]?.isEmpty != true }.sorted()
    }
  }
}

extension Workspace {
  /// The same for the newest commit and the manifest that the person sees.
  package func unlistedPackages() throws(OperationError) -> [TreePath] {
    guard let tip else { return [] }
    let tree = try unifyingErrors { try repository.commit(tip).tree }
    return try unlistedPackages(besides: currentManifest(), in: tree)
  }

  /// The components whose folders the newest commit lacks.
  package func missingComponents() throws(OperationError) -> [ComponentName] {
    guard let tip else { return [] }
    return try unifyingErrors {
      let tree = try repository.commit(tip).tree
      return try currentManifest().components.sorted { $0.key < $1.key }
        .filter { try repository.entry(at: $0.value.path, in: tree) == nil }
        .map(\.key)
    }
  }
}

import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model

/// The Xcode projects of a commit, as far as they tell what they make and what they are made of.
///
/// Files that XcodeGen and Tuist make projects from may get all that from elsewhere.
struct XcodeProjects {
  private struct Project {
    let path: TreePath
    /// Everything that is a name, or part of one.
    let words: Set<Substring>
    let makesApp: Bool

    /// As others name what it makes.
    var name: Substring { path.name.dropLast(TreeSurvey.projectExtension.count) }
  }

  private var projects: [Project] = []

  /// - Parameter root: The tree of the whole commit.
  init(_ paths: [TreePath], root: ObjectID, in repository: borrowing Repository) throws {
    for path in paths where path.name.hasSuffix(TreeSurvey.projectExtension) {
      let file = path.appending(TreePath(known: "project.pbxproj"))
      guard let entry = try repository.entry(at: file, in: root), entry.mode.isFile else {
        continue
      }
      let text = String(decoding: try repository.unverifiedBlob(entry.id), as: UTF8.self)
      guard text.contains("isa = PBXNativeTarget") else { continue }
      projects.append(
        Project(
          path: path,
          words: Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }),
          makesApp: ["application", "tool"].contains { kind in
            text.contains("\"com.apple.product-type.\(kind)")
          }
        )
      )
    }
  }

  /// The projects that are no apps with pins, each with the reason.
  ///
  /// A project that names a framework of another one uses what that one does.
  func needless(
    beside components: [SurveyedPackage]
  ) -> [TreePath: AdoptionProposal.LeftOut.Reason] {
    var used = Set(
      components.flatMap { package in
        [package.path.name, package.manifest.map { Substring($0.name ?? "") } ?? ""]
          + (package.manifest?.products.map { Substring($0.name) } ?? [])
      }
    )
    used.remove("")
    var (related, open): (Set<TreePath>, [Project]) = ([], projects)
    while let index = open.firstIndex(where: { !$0.words.isDisjoint(with: used) }) {
      let project = open.remove(at: index)
      related.insert(project.path)
      if !project.makesApp { used.insert(project.name) }
    }
    var needless: [TreePath: AdoptionProposal.LeftOut.Reason] = [:]
    for project in projects {
      if !project.makesApp {
        needless[project.path] = .noApp
      } else if !components.isEmpty, !related.contains(project.path) {
        needless[project.path] = .unrelated
      }
    }
    return needless
  }
}

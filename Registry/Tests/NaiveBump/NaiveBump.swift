import Base
import Foundation
import Git
import Model
import Releases
import Versions

/// A release in the order in which one would write it down first: the tag, then the branch, then
/// the files; with no lock, no note and no repair, and "released already?" answered by the tag.
///
/// The crash tests run it through the harness that the registry passes, to show that the harness
/// finds what it is there to find. It plans as the registry does and writes through the same `Git`;
/// the order is all that differs, which is why it is a program of its own and no switch in there.
@main
struct NaiveBump {
  static func main() throws {
    let arguments = CommandLine.arguments
    let (component, version) = (arguments[2], try SemanticVersion(arguments[3]))
    let workspace = try Workspace(directory: ".")
    if try workspace.repository.reference("refs/tags/\(component)/\(version)") != nil { return }
    let plan = try MakeReleases(component: component, version: .exactly(version)).preview(
      in: workspace
    )
    .plan
    guard let plan, case .branch(let branch, let tip) = workspace.head else { return }
    try NaiveWrite(plan: plan, branch: branch, tip: tip).run(in: workspace.repository)
  }
}

/// The plan, written one thing after the other.
struct NaiveWrite {
  let plan: WritePlan
  let branch: String
  let tip: ObjectID

  func run(in repository: borrowing Repository) throws {
    guard case .commit(let files, let message, let tags) = plan.goal else { return }
    let base = try repository.commit(tip)
    let author = try repository.configuredSignature(at: WriteContext.systemClock())
    let blobs = try files.compactMap { file in
      try file.new.map { (file.path, try repository.writeBlob($0)) }
    }
    let commit = try repository.writeCommit(
      tree: repository.edit(base.tree, blobs.map { ($0, .put($1, .file)) }),
      parents: [tip],
      author: author,
      committer: author,
      message: message
    )
    for tag in tags {
      let id = try repository.write(
        repository.tagText(
          tag.name,
          target: commit,
          tagger: author,
          message: tag.message
        )
      )
      try repository.updateReference(
        "refs/tags/\(tag.name)",
        to: id,
        expecting: nil,
        reason: "release"
      )
    }
    try repository.updateReference(branch, to: commit, expecting: tip, reason: "release")
    // A release without change notes removes nothing.
    for file in files {
      guard let content = file.new else { continue }
      let path = URL(filePath: repository.workingDirectory ?? ".").appending(path: file.path.string)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(content).write(to: path)
    }
    try WorkTree(of: repository).updateIndex(
      blobs.map { IndexUpdate($0, IndexUpdate.Entry(mode: .file, id: $1)) },
      holding: repository.lockIndex()
    )
  }
}

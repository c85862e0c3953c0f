import ScratchMonorepos
import ScratchRepositories

extension Scratch {
  /// Adds groups to the manifest and commits that.
  func addGroups(_ groups: String) throws {
    let text = try read("Registry/manifest.json")
    try write(
      text.replacing("\n  \"schema\"", with: "\n  \"groups\": { \(groups) },\n  \"schema\""),
      to: "Registry/manifest.json"
    )
    try commitAll("Group the components")
  }

  /// Puts all components of a chain into one fixed group.
  func makeGroupedChain(isReleased: Bool = true, prerelease: String? = nil) throws {
    try makeChain(isReleased: isReleased)
    let habit = prerelease.map { #", "prerelease": "\#($0)""# } ?? ""
    try addGroups(#""shop": { "components": ["Components/*"], "kind": "fixed"\#(habit) }"#)
  }
}

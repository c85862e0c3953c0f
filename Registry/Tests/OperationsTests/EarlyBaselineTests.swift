import Base
import Checks
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Baselines at commits in which the component was no package yet, such as those that pods were.
@Suite(.scratchRepository)
struct EarlyBaselineTests {
  @Test func `a first release after a baseline without a package needs no comparison`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.git("rm", "-q", "Components/Menu/Package.swift")
    try scratch.git("commit", "-q", "-m", "Be a pod")
    let source = try scratch.git("rev-parse", "HEAD")
    try scratch.git("revert", "--no-edit", "HEAD")
    let manifest = try scratch.read("Registry/manifest.json")
    let place = #""path": "Components/Menu""#
    let baseline = #""baseline": { "source": "\#(source)", "version": "2.0.0" }"#
    try scratch.write(
      manifest.replacing(place, with: "\(place), \(baseline)"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Go on from 2.0.0")
    try scratch.change("Menu", "fix: soup")
    let toolchain = ScriptedToolchain()
    let result = try scratch.bump("Menu", nil, with: toolchain)
    #expect(result.release.version == (try SemanticVersion("2.0.1")))
    #expect(toolchain.asked.comparisons.allSatisfy { $0.old == nil })
  }
}

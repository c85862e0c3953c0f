import Extraction
import Git
import GitValues
import RegistryModel
import Versioning
import Writing

/// Packages that were made of targets, or would be.
struct ExtractionDocument: Document {
  private let preview: ExtractTargets.Preview
  private let results: [ExtractionResult]
  private let mode: WritingMode
  private var isDryRun: Bool { mode != .real }

  init(_ preview: ExtractTargets.Preview, _ results: [ExtractionResult], _ mode: WritingMode) {
    (self.preview, self.results, self.mode) = (preview, results, mode)
  }

  var members: JSONMembers {
    [
      "outcome": isDryRun ? "planned" : "extracted",
      "packages": results.map { result in
        [
          "name": result.unit.name,
          "path": result.unit.folder,
          "targets": result.unit.targets,
          "tests": result.unit.tests,
          "layer": result.component.layer,
          "private": result.component.isPrivate ? true : nil,
          "notes": result.notes.unlessEmpty,
          "commit": result.commit,
          "plan": mode.document(result.plan),
        ] as JSONMembers
      },
      "staying": preview.extraction.staying.map {
        ["name": $0.name, "reason": $0.reason] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var text = results.map { result in
      let name = style(.bold, result.unit.name.text)
      let verb = isDryRun ? "would be" : "is"
      var lines = "\(name) \(verb) extracted: \(result.unit.folder)"
      if let layer = result.component.layer { lines += " in the layer \(layer)" }
      if result.component.isPrivate { lines += ", private, since only tests need it" }
      lines += "\n"
      if !isDryRun { for move in result.moves { lines += "  \(move.from) → \(move.to)\n" } }
      if let commit = result.commit {
        lines += "  \(style(.dim, "commit"))  \(commit.hex.prefix(12))\n"
      }
      if let plan = mode.document(result.plan) {
        lines += plan.text(style: style, width: width) + "\n"
      }
      return lines
    }.joined()
    let staying = preview.extraction.staying
    if !staying.isEmpty {
      text += "\(style(.dim, "tests that stay (\(staying.count))"))\n"
      text += staying.map { "  \($0.name): \($0.reason)\n" }.joined()
    }
    return text
  }
}

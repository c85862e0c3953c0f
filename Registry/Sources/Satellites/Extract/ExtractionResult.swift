package import Git
package import Model

/// A package that was made of targets, or would be.
package struct ExtractionResult: WritingResult {
  package let unit: Extraction.Unit
  package let component: Component
  package let moves: [FolderMove]
  /// What the person should know.
  package let notes: [String]
  package let plan: WritePlan?
  package var commit: ObjectID?
}

import ManifestEditor
import Testing

@Suite struct SourceEditTests {
  private let bytes = Array("abcdef".utf8)

  @Test func `edits replace, insert and delete at the offsets of the original`() throws {
    let edits = [
      SourceEdit(offset: 0, length: 0, replacement: "<"),
      SourceEdit(offset: 1, length: 2, replacement: "ß"),
      SourceEdit(offset: 3, length: 1, replacement: ""),
      SourceEdit(offset: 6, length: 0, replacement: ">"),
    ]

    #expect(try bytes.applying(edits) == Array("<aßef>".utf8))
    #expect(try bytes.applying([]) == bytes)
  }

  @Test(
    arguments: [
      [SourceEdit(offset: -1, length: 0, replacement: "")],
      [SourceEdit(offset: 0, length: -1, replacement: "")],
      [SourceEdit(offset: 7, length: 0, replacement: "")],
      [SourceEdit(offset: 6, length: 1, replacement: "")],
      [SourceEdit(offset: 1, length: .max, replacement: "")],
      [SourceEdit(offset: .max, length: .max, replacement: "")],
      [
        SourceEdit(offset: 1, length: 2, replacement: ""),
        SourceEdit(offset: 2, length: 1, replacement: ""),
      ],
      [
        SourceEdit(offset: 2, length: 0, replacement: "a"),
        SourceEdit(offset: 2, length: 0, replacement: "b"),
      ],
      [
        SourceEdit(offset: 3, length: 1, replacement: ""),
        SourceEdit(offset: 1, length: 1, replacement: ""),
      ],
    ]
  )
  func `edits that do not fit are refused`(edits: [SourceEdit]) {
    let error = #expect(throws: ManifestError.self) {
      try bytes.applying(edits)
    }
    #expect(error?.code == .invalidEdits)
  }
}

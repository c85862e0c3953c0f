import FlowKit
import Foundation
import Testing

struct PictureTests {
  private func decode(_ json: String) throws -> Picture {
    try JSONDecoder().decode(Picture.self, from: Data(json.utf8))
  }

  @Test func `letters become the palette's colours, other letters and short rows transparent`()
    throws
  {
    let green = Picture.Colour(red: 0x2E, green: 0x8B, blue: 0x57)
    let picture = try decode(
      ##"{"palette": {"g": "#2E8b57"}, "rows": [".g", "g"], "plain": ["~"], "description": "Grass"}"##
    )
    #expect(
      picture
        == Picture(cells: [[nil, green], [green, nil]], plain: ["~"], description: "Grass")
    )
    #expect(picture.cells.map(\.count) == [2, 2])
  }

  @Test(arguments: ["2E8B57", "#2E8B5", "#2E8B570", "#2E8B5G", "#+E8B57", "#２E8B57", ""])
  func `a colour of another form is refused by name`(text: String) throws {
    #expect(Picture.Colour(hexadecimal: text) == nil)
    let error = try #require(throws: DecodingError.self) {
      try decode(
        #"{"palette": {"g": "\#(text)"}, "rows": [], "plain": [], "description": ""}"#
      )
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription == "invalid colour '\(text)', expected '#rrggbb'")
  }
}

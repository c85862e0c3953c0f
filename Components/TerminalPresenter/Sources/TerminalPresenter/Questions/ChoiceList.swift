import FlowKit

/// The choices of a question with a cursor, narrowed down by what was typed.
struct ChoiceList: Sendable {
  /// A list with more choices than this can be searched.
  static let longestWithoutSearch = 9
  static let pageRows = 10

  let choices: [Choice]
  private(set) var search = LineEditor()
  /// The positions, among all choices, of those that match the search.
  private(set) var visible: [Int]
  private(set) var cursor: Int
  private var typedNumber = 0

  init(_ choices: [Choice], start: Choice.ID?) {
    self.choices = choices
    visible = Array(choices.indices)
    cursor = choices.firstIndex { $0.id == start } ?? 0
  }

  var current: Choice? {
    visible.indices.contains(cursor) ? choices[visible[cursor]] : nil
  }

  var isSearchable: Bool {
    choices.count > Self.longestWithoutSearch
  }

  mutating func press(_ key: Key) {
    let number = typedNumber
    typedNumber = 0
    switch key {
    case .up, .control("p"), .backTab: move(to: cursor == 0 ? visible.count - 1 : cursor - 1)
    case .down, .control("n"), .tab: move(to: cursor + 1 >= visible.count ? 0 : cursor + 1)
    case .pageUp: move(to: max(0, cursor - Self.pageRows))
    case .pageDown: move(to: min(visible.count - 1, cursor + Self.pageRows))
    case .home: move(to: 0)
    case .end: move(to: visible.count - 1)
    case .escape: narrow { $0 = LineEditor() }
    case .character(let character):
      if search.text.isEmpty, character.isASCII, let digit = character.wholeNumberValue {
        jump(digit, after: number)
      } else {
        searchFurther(key)
      }
    case .paste, .backspace, .control("u"), .control("w"): searchFurther(key)
    default: break
    }
  }

  private mutating func move(to position: Int) {
    cursor = max(0, position)
  }

  /// Takes the digit as the next of a number, or as the first of a new one.
  private mutating func jump(_ digit: Int, after number: Int) {
    for candidate in [number * 10 + digit, digit]
    where candidate > 0 && candidate <= choices.count {
      cursor = candidate - 1
      typedNumber = candidate
      return
    }
  }

  private mutating func searchFurther(_ key: Key) {
    guard isSearchable else { return }
    // A space before the first letter would search for nothing.
    if case .character(" ") = key, search.text.isEmpty { return }
    narrow { _ = $0.press(key) }
  }

  private mutating func narrow(_ change: (inout LineEditor) -> Void) {
    let held = visible.indices.contains(cursor) ? visible[cursor] : nil
    let before = search
    change(&search)
    guard search != before else { return }
    let query = search.text
    visible = choices.indices.filter { query.isEmpty || choices[$0].matches(query) }
    // A longer search begins at its best match, a cleared one stays where the person is.
    cursor = query.isEmpty ? held ?? 0 : 0
  }
}

import FlowKit

@testable import TerminalPresenter

/// A terminal's screen as far as the presenter writes to it: what a person would see of its output.
struct ScreenMemory {
  private(set) var columns: Int
  private let rows: Int
  /// The characters by row, from the first that was ever written; the last `rows` are on the screen.
  private var cells: [[String]] = [[]]
  private var row = 0
  private var column = 0
  private(set) var showsCaret = true

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// All rows, without spaces at their ends and without empty rows at the end.
  var text: [String] {
    var lines = cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Where the caret is, counted from the first row that was ever written.
  var caret: (row: Int, column: Int) {
    (row, column)
  }

  mutating func write(_ output: String) {
    var rest = Substring(output)
    while let character = rest.popFirst() {
      switch character {
      case "\r\n":
        column = 0
        newLine()
      case "\r": column = 0
      case "\n": newLine()
      case "\u{1B}": obey(&rest)
      default: put(character)
      }
    }
  }

  /// Breaks lines that are too long for the new width, as most terminals do.
  mutating func narrow(to columns: Int) {
    var broken: [[String]] = []
    var caretRow = 0
    for (index, cells) in cells.enumerated() {
      if index == row { caretRow = broken.count + column / columns }
      let starts = stride(from: 0, to: max(1, cells.count), by: columns)
      broken += starts.map { Array(cells[$0..<min(cells.count, $0 + columns)]) }
    }
    cells = broken
    row = caretRow
    column %= columns
    self.columns = columns
  }

  private mutating func put(_ character: Character) {
    let width = character.columns
    if column + width > columns {
      column = 0
      newLine()
    }
    fill(to: column + width)
    cells[row][column] = String(character)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
  }

  private mutating func fill(to count: Int) {
    while cells[row].count < count { cells[row].append(" ") }
  }

  private mutating func newLine() {
    row += 1
    if row == cells.count { cells.append([]) }
  }

  private mutating func obey(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else { return }
    var parameters = ""
    while let next = rest.popFirst() {
      guard next.isLetter else {
        parameters.append(next)
        continue
      }
      obey(next, parameters)
      return
    }
  }

  private mutating func obey(_ command: Character, _ parameters: String) {
    let count = Int(parameters) ?? 1
    switch command {
    case "A": row = max(cells.count - rows, row - count, 0)
    case "C": column = min(columns - 1, column + count)
    case "K": cells[row] = Array(cells[row].prefix(column))
    case "J":
      cells[row] = Array(cells[row].prefix(column))
      cells.removeSubrange((row + 1)...)
    case "h" where parameters == "?25": showsCaret = true
    case "l" where parameters == "?25": showsCaret = false
    default: break
    }
  }
}

extension StyleGuide {
  /// Unicode without colours: what frames are compared in.
  static let monochrome = StyleGuide(depth: .none, usesUnicode: true)
}

extension [Choice] {
  static let flavours: [Choice] = [
    Choice(id: "smoky", label: "Smoky", detail: "wood and ember"),
    Choice(id: "mild", label: "Mild", detail: "for everybody"),
    Choice(id: "fiery", label: "Fiery"),
  ]

  static let dishes: [Choice] = (1...20).map { number in
    Choice(id: "dish-\(number)", label: "Dish \(number)", detail: "€\(number).50")
  }
}

extension Prompt {
  static func flavour(suggested: String? = nil) -> Prompt {
    Question.chooseOne("flavour", "Which flavour?", from: .flavours, suggested: suggested).prompt
  }

  static func dish() -> Prompt {
    Question.chooseOne("dish", "Which dish?", from: .dishes).prompt
  }

  static func flavours(count: ClosedRange<Int> = 1...2) -> Prompt {
    Question.chooseSeveral("flavour", "Which flavours?", from: .flavours, count: count).prompt
  }

  static func quantity(_ range: ClosedRange<Int> = 1...20, suggested: Int = 2) -> Prompt {
    Question.quantity("quantity", "How many?", in: range, suggested: suggested).prompt
  }

  static func place(suggested: String? = nil) -> Prompt {
    Question.text("place", "Where to?", suggested: suggested).prompt
  }

  func refused(_ problem: InvalidAnswer) -> Prompt {
    var prompt = self
    prompt.problem = problem
    return prompt
  }
}

extension QuestionScreen {
  /// The lines as a person reads them.
  func text(columns: Int = 60, rows: Int = 24, guide: StyleGuide = .monochrome) -> [String] {
    frame(in: WindowSize(columns: columns, rows: rows), guide: guide).lines.map(\.text)
  }

  /// Presses keys and returns what the last of them did.
  mutating func press(_ keys: [Key]) -> Outcome {
    var outcome = Outcome.open
    for key in keys { outcome = press(key) }
    return outcome
  }
}

extension [Key] {
  /// The keys that type a text.
  static func typing(_ text: String) -> [Key] {
    text.unicodeScalars.map { .character(Character($0)) }
  }
}

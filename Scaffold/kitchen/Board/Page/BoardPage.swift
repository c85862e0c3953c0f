import Foundation
import StatusUpdates

/// The board as a web page, which works without its script too.
struct BoardPage {
  let kitchen: String
  let timeZone: TimeZone

  /// The whole page, with what became of the reader's latest step.
  func page(_ board: Board, notice: String?) -> HTML {
    Self.document(
      title: "Orders for \(kitchen)",
      """
      <header class="top">
        <img src="/icon.svg" alt="" width="32" height="32">
        <h1>Orders for \(kitchen)</h1>
        <p id="connection" role="status"><noscript>Reload the page to see what is new.</noscript></p>
      </header>
      <p id="notice" class="line" role="alert">\(notice ?? "")</p>
      <p id="news" class="unseen" role="status"></p>
      <main id="board">\(content(board))</main>
      <script src="/board.js" defer></script>
      """
    )
  }

  /// Returns the part of the page that changes when the board does.
  func content(_ board: Board) -> HTML {
    let problem = board.problem.map { "\($0.asSentence) What is shown may be old." }
    return """
      <p id="problem" class="line" role="alert">\(problem ?? "")</p>
      <p id="cancelled" class="line" role="alert">\(cancelled(board.cancelled))</p>
      <div class="columns">\(BoardColumn.allCases.map { column($0, of: board) })</div>
      """
  }

  private func cancelled(_ tickets: [Ticket]) -> String {
    tickets.map { ($0.id, $0.timeline.latest) }
      .filter { _, change in change.at.timeIntervalSinceNow > -600 }
      .map { id, change in
        let why = change.note.map { " (\($0))" } ?? ""
        return "Order \(id) was cancelled at \(change.at.clock(in: timeZone))\(why)."
      }
      .joined(separator: " ")
  }

  /// The page for a person who has no right to see the board.
  static let refusal = document(
    title: "No access",
    """
    <main class="refusal">
      <h1>This board opens by its link only</h1>
      <p>Open the link that <code>kitchen board</code> has printed. Each run has a new one. \
    The browser has to accept its cookie.</p>
    </main>
    """
  )

  private static func document(title: String, _ body: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/board.css">
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  private func column(_ column: BoardColumn, of board: Board) -> HTML {
    let tickets = board.tickets(in: column)
    let cards = tickets.map { TicketCard(ticket: $0, column: column, timeZone: timeZone) }
    return """
      <section class="column" id="\(column.rawValue)" aria-labelledby="\(column.rawValue)-title">
      <h2 id="\(column.rawValue)-title" tabindex="-1">\(column.title) \
      <span class="count">\(tickets.count)</span></h2>
      <ol class="cards">\(cards.map { $0.html(isActive: board.problem == nil) })</ol>
      </section>
      """
  }
}

extension String {
  var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}

import AppConsole
import FlowKit

/// The output of a completed flow, as the app prints it.
struct FlowOutcome: Sendable {
  let document: Document
  let page: Page
  /// The page that is left to show to a person who saw the flow's own pages; nil for none.
  let closingPage: Page?

  init(_ document: Document, page: Page, closingPage: Page? = nil) {
    self.document = document
    self.page = page
    self.closingPage = closingPage
  }
}

extension Money {
  var document: Document {
    ["currency": currency.code, "minorUnits": minorUnits, "text": description]
  }
}

import AppConsole
import FlowKit

/// What a flow has completed with, as the app prints it.
struct FlowOutcome: Sendable {
  let document: Document
  let page: Page
  /// What is left to say to a person who saw the flow's own pages; nil for nothing.
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

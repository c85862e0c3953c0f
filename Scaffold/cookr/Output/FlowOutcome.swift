import FlowKit

/// What a flow has completed with, as the app prints it.
struct FlowOutcome: Sendable {
  let document: any Encodable & Sendable
  let page: Page
  /// What is left to say to a person who saw the flow's own pages; nil for nothing.
  let closingPage: Page?

  init(_ document: any Encodable & Sendable, page: Page, closingPage: Page? = nil) {
    self.document = document
    self.page = page
    self.closingPage = closingPage
  }
}

/// An amount of money in the JSON of `--json`, as Documentation/reference/cookr-json.md describes it.
///
/// Within a schema number, documents only gain fields; one that changes or goes raises it.
struct MoneyDocument: Encodable {
  let currency: String
  let minorUnits: Int64
  let text: String

  init(_ money: Money) {
    currency = money.currency.code
    minorUnits = money.minorUnits
    text = money.description
  }
}

import FlowKit

/// An amount of money in the JSON of `--json`; Documentation/reference/cookr-json.md describes it.
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

import Workspace

/// Why a command was refused or failed.
struct ErrorDocument: Document {
  struct Failure: Encodable {
    let code: String
    let message: String
    let help: String?
    let context: String?
  }

  let error: Failure

  init(_ error: OperationError) {
    self.error = Failure(
      code: error.code.rawValue,
      message: error.message,
      help: error.help,
      context: error.context
    )
  }

  func text(style: Style, width: Int?) -> String {
    let place = error.context.map { "\($0): " } ?? ""
    var text = style(.red, "error:") + " " + (place + error.message).printable + "\n"
    if let help = error.help { text += style(.bold, "help:") + " " + help.printable + "\n" }
    return text
  }
}

import Base
import Model

/// Why a command was refused or failed.
struct ErrorDocument: Document {
  let error: OperationError

  var members: JSONMembers { ["error": error] }

  func text(style: Style, width: Int?) -> String {
    let place = error.context.map { "\($0): " } ?? ""
    return style(.red, "error:") + " " + (place + error.message).printable + "\n"
      + style.help(error.help, indent: 0)
  }
}

extension OperationError: JSONObjectRepresentable {
  var members: JSONMembers {
    ["code": code.rawValue, "message": message, "help": help, "context": context]
  }
}

import Foundation

/// A file that the page is made with; it shows nothing of the orders.
enum Asset: String {
  case style = "/board.css"
  case script = "/board.js"
  case icon = "/icon.svg"

  init?(path: String) {
    self.init(rawValue: path)
  }

  var type: String {
    switch self {
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  var content: Data {
    switch self {
    case .style: Data(PackageResources.board_css)
    case .script: Data(PackageResources.board_js)
    case .icon: Data(PackageResources.icon_svg)
    }
  }
}

import FlowConsole
import FlowKit
import Foundation
import Greeting

GreetingFlow().start("Hello", on: LinePresenter.standard) { result in
  switch result {
  case .completed(let greeting): print(greeting)
  case .cancelled: print("cancelled")
  case .failed(let failure): print(failure)
  }
  exit(0)
}
dispatchMain()

/// The values of the template of a problem.
struct ProblemPage: Sendable {
  let page: PageFrame
  let status: Int
  let title: String
  let detail: String
}

/// The order in which components are decided on, kept between decisions: few places change with each.
struct DecisionOrder: Sendable {
  /// A place in the order: the lower comes first.
  struct Place: Comparable, Sendable {
    let group: Int
    let value: Int

    /// Of what is not to be decided on.
    static let none = Place(group: .max, value: 0)

    static func < (left: Place, right: Place) -> Bool {
      left.group == right.group ? left.value < right.value : left.group < right.group
    }
  }

  private var places: [Place]

  init(components: Int) {
    places = Array(repeating: .none, count: components)
  }

  subscript(component: Int) -> Place {
    get { places[component] }
    set { places[component] = newValue }
  }

  /// The component in the lowest place, and the first of several.
  var first: Int? {
    var first: Int?
    var lowest = Place.none
    for component in places.indices where places[component] < lowest {
      (first, lowest) = (component, places[component])
    }
    return first
  }
}

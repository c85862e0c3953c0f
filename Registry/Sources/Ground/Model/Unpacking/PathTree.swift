/// The places of an archive, each known by its folder and its name: a path costs one look-up a part,
/// however deep it is.
struct PathTree<Name: Hashable, Place> {
  private struct Key: Hashable {
    let folder: Int
    let name: Name
  }

  /// By their numbers.
  private(set) var places: [Place]

  private var numbers: [Key: Int] = [:]

  /// - Parameter root: The folder of all, which has the number 0.
  init(root: Place) {
    places = [root]
  }

  func number(of name: Name, in folder: Int) -> Int? {
    numbers[Key(folder: folder, name: name)]
  }

  /// - Returns: The number of the new place.
  mutating func add(_ place: Place, as name: Name, in folder: Int) -> Int {
    numbers[Key(folder: folder, name: name)] = places.count
    places.append(place)
    return places.count - 1
  }
}

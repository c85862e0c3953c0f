import Base
import Content
import Model
import Versions

/// Layers by the longest chain of dependencies, so that every dependency is in a layer below.
struct LayerProposal {
  let layers: [LayerName: Layer]
  let layer: [ComponentName: LayerName]

  /// - Parameter graph: The dependencies of each component; those in a cycle get no layer.
  init(_ graph: [ComponentName: Set<ComponentName>]) throws {
    let order = DependencyOrder(graph)
    var ranks: [ComponentName: Int] = [:]
    for name in order.names where order.cycles[name] == nil {
      let below = (graph[name] ?? []).compactMap { ranks[$0] }
      ranks[name] = (below.max() ?? -1) + 1
    }
    let count = (ranks.values.max() ?? -1) + 1
    let names = try (0..<count).map { rank in
      switch (rank, count) {
      case (0, 1...2): try LayerName("core")
      case (1, 2): try LayerName("feature")
      default: try LayerName("layer-\(rank + 1)")
      }
    }
    layer = ranks.mapValues { names[$0] }
    layers = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { rank, name in
        (name, Layer(mayUse: Array(names[..<rank])))
      }
    )
  }
}

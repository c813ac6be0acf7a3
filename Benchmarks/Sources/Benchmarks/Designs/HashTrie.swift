/// A persistent trie of hashes, 32 ways at each level, with up to 16 entries in a leaf: changed in
/// place where no other copy holds a node, and by copies of the way to the leaf elsewhere.
struct HashTrie {
  private var root = Node()

  private final class Node {
    var entries: [(hash: UInt64, place: Int)] = []
    var children: [Node?] = []

    /// A node with the same content.
    func copy() -> Node {
      let node = Node()
      node.entries = entries
      node.children = children
      return node
    }

    func insert(_ entry: (hash: UInt64, place: Int), _ level: UInt64) {
      if !children.isEmpty { return push(entry, level) }
      entries.append(entry)
      if entries.count <= 16 || level > 60 { return }
      children = Array(repeating: nil, count: 32)
      for entry in entries { push(entry, level) }
      entries = []
    }

    private func push(_ entry: (hash: UInt64, place: Int), _ level: UInt64) {
      let way = Int(entry.hash >> level & 31)
      if children[way] == nil {
        children[way] = Node()
      } else if !isKnownUniquelyReferenced(&children[way]) {
        children[way] = children[way]?.copy()
      }
      children[way]?.insert(entry, level + 5)
    }
  }

  mutating func insert(_ hash: UInt64, _ place: Int) {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
    root.insert((hash, place), 0)
  }

  func place(of hash: UInt64, where matches: (Int) -> Bool) -> Int? {
    var node: Node? = root
    var level: UInt64 = 0
    while let here = node, !here.children.isEmpty {
      node = here.children[Int(hash >> level & 31)]
      level += 5
    }
    return node?.entries.first { $0.hash == hash && matches($0.place) }?.place
  }
}

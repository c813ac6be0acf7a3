import FeedReducer

/// A way to keep rows that are unique by id.
protocol Design {
  init(_ rows: [Row])
  mutating func apply(_ page: [Row])
}

/// What everybody writes first: an array and a dictionary of places. A copy is a whole copy.
struct ArrayAndDictionary: Design {
  private var rows: [Row]
  private var places: [Int: Int] = [:]

  init(_ rows: [Row]) {
    self.rows = rows
    for (place, row) in rows.enumerated() { places[row.id] = place }
  }

  mutating func apply(_ page: [Row]) {
    for row in page {
      if let place = places[row.id] {
        rows[place] = row
      } else {
        places[row.id] = rows.count
        rows.append(row)
      }
    }
  }
}

/// An array of chunks of 256 rows, and a trie of hashes.
struct ChunksAndTrie: Design {
  private var chunks: [[Row]] = []
  private var places = HashTrie()
  private var count = 0

  init(_ rows: [Row]) {
    apply(rows)
  }

  mutating func apply(_ page: [Row]) {
    for row in page {
      let hash = UInt64(bitPattern: Int64(row.id.hashValue))
      let known = places.place(of: hash) { chunks[$0 >> 8][$0 & 255].id == row.id }
      if let known {
        chunks[known >> 8][known & 255] = row
      } else {
        if count & 255 == 0 { chunks.append([]) }
        places.insert(hash, count)
        chunks[count >> 8].append(row)
        count += 1
      }
    }
  }
}

extension ItemList: Design where Element == Row {
  mutating func apply(_ page: [Row]) { append(contentsOf: page) }
}

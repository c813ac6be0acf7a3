/// Returns how many letters to change, insert, delete or swap with a neighbour, ignoring case.
///
/// - Complexity: O(*n* · *m*) in the lengths of the two texts.
package func editDistance(from first: String, to second: String) -> Int {
  let first = Array(first.lowercased())
  let second = Array(second.lowercased())
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let change = last[column] + (first[row] == second[column] ? 0 : 1)
      var least = Swift.min(change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        least = Swift.min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}

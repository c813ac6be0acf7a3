// The module of a list: what it exports stands in List.
import List

#if DIGEST && !arch(wasm32)
  /// `Web` prints four long walks as a number each, `Web FROM TO STEPS` those with other seeds, `Web SEED STEPS` the steps of
  /// one.
  let numbers = CommandLine.arguments.dropFirst().compactMap { Int32($0) }
  switch numbers.count {
  case 2: steps(ofSeed: numbers[0], count: numbers[1]) { print($0) }
  case 3: for seed in numbers[0]...numbers[1] { print(seed, digest(seed, numbers[2])) }
  default: for seed in Int32(1)...4 { print(digest(seed, 200_000)) }
  }
#endif

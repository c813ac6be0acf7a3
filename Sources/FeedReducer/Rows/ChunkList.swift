/// A collection like an array, whose copies share their storage chunk by chunk.
///
/// If a copy is kept, a change of an array copies every element. A change of a chunk list copies one
/// chunk, and the references to the others. A chunk holds up to 64 elements, a segment up to 128 chunks:
///
/// ```
/// segments   [ ·            · ]
/// chunks       [ · · … · ]    [ · · ]
/// elements       [abc…] …       …  [xyz]
/// ```
///
/// There are two levels only: at a million elements a change copies 123 + 128 references and one
/// chunk. A deeper tree would copy less at a hundred million elements, but reading would be slower, and
/// the code longer, at every size.
///
/// Each element has a *slot*: a number that stays the same while elements are added and removed at the
/// ends, unlike its index. Chunks are numbered: the first one that was created has the number 0, those
/// behind it count up, those in front of it down. The slot is the chunk's number times 64 plus a place
/// in the chunk. Elements never move to another chunk. An insertion or removal inside a chunk can make
/// the slots of that chunk's elements inexact, but never point to another chunk.
@usableFromInline package struct ChunkList<Element> {
  /// The elements, in order.
  @usableFromInline var segments: [Segment] = []

  /// How many elements there are. 32 bits, to keep lists small.
  @usableFromInline var elementCount: UInt32 = 0

  /// Up to 128 chunks.
  @usableFromInline struct Segment {
    @usableFromInline var chunks: [Chunk]

    /// The index in the list of the first element.
    @usableFromInline var start: Int

    /// How many elements there are.
    @usableFromInline var count: Int32 = 0

    /// The number of the first chunk: a multiple of 128 in all segments but the first.
    @usableFromInline var number: Int32
  }

  /// Up to 64 elements; more after insertions in the middle.
  @usableFromInline struct Chunk {
    @usableFromInline var elements: [Element] = []

    /// The index in the segment of the first element.
    @usableFromInline var start: Int32

    /// The place of the first element, 0 to 63. Above 0 there is room in front of it.
    @usableFromInline var firstSlot: Int32 = 0
  }

  /// Creates an empty list.
  @usableFromInline package init() {}

  /// Creates a list of `elements`.
  ///
  /// - Complexity: O(*n*).
  @usableFromInline package init(_ elements: some Sequence<Element>) {
    append(contentsOf: Array(elements))
  }
}

extension ChunkList {
  /// Updates the count. Every change ends with it.
  mutating func didChange() {
    elementCount = UInt32(segments.last?.end ?? 0)
    checkInvariants()
  }

  /// How many elements a chunk holds, as a power of two.
  @inlinable static var chunkBits: Int { 6 }

  /// How many chunks a segment holds, as a power of two.
  @inlinable static var segmentBits: Int { 7 }

  /// How many elements a chunk holds.
  @inlinable static var chunkSize: Int { 1 << chunkBits }

  /// How many elements a segment holds, as a power of two.
  @inlinable static var bits: Int { chunkBits + segmentBits }
}

extension ChunkList: Sendable where Element: Sendable {}
extension ChunkList.Segment: Sendable where Element: Sendable {}
extension ChunkList.Chunk: Sendable where Element: Sendable {}

extension ChunkList: ExpressibleByArrayLiteral {
  /// Creates a list of the given elements.
  @usableFromInline package init(arrayLiteral elements: Element...) {
    append(contentsOf: elements)
  }
}

#if !hasFeature(Embedded)
  extension ChunkList: CustomStringConvertible {
    /// The elements, as an array shows them.
    @usableFromInline package var description: String { Array(self).description }
  }
#endif

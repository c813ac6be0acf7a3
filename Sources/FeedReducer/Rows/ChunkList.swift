/// Elements in order, in chunks that copies share.
///
/// A value that is read like an array. Where it differs is in what a change costs while a copy is
/// kept: an array copies every element, a chunk list copies the chunk that changes and the way to
/// it. The chunks hold up to 64 elements, and lie in segments of up to 128 chunks:
///
/// ```
/// segments   [ ·            · ]
/// chunks       [ · · … · ]    [ · · ]
/// elements       [abc…] …       …  [xyz]
/// ```
///
/// Two levels and no more: at a million elements a change copies 123 + 128 references and one
/// chunk. A tree with more levels would copy less at a hundred million, and would read slower and
/// be harder to read at every size.
///
/// Elements never move from chunk to chunk, and chunks are numbered from the first one that there
/// was, up to the end and down to the start. The number and the slot of an element in its chunk
/// are its *place*. The place of an element stays right while elements come and go at the ends;
/// what comes and goes beside it in its own chunk can put the slot wrong, but not the number.
public struct ChunkList<Element> {
  /// The elements, in order.
  @usableFromInline var segments: [Segment] = []

  /// How many elements there are. Small, to keep lists small.
  @usableFromInline var elementCount: UInt32 = 0

  /// Up to 128 chunks in a row.
  @usableFromInline struct Segment {
    @usableFromInline var chunks: [Chunk]

    /// The index in the list of the first element.
    @usableFromInline var start: Int

    /// How many elements there are.
    @usableFromInline var count: Int32 = 0

    /// The number of the first chunk: a multiple of 128 in all segments but the first.
    @usableFromInline var number: Int32
  }

  /// Up to 64 elements in a row; more where some were put in between.
  @usableFromInline struct Chunk {
    @usableFromInline var elements: [Element] = []

    /// The index in the segment of the first element.
    @usableFromInline var start: Int32

    /// The slot of the first element: above 0 where there is room in front of it, and below 64.
    @usableFromInline var firstSlot: Int32 = 0
  }

  /// Creates an empty list.
  public init() {}

  /// Creates a list of `elements`.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: some Sequence<Element>) {
    append(contentsOf: Array(elements))
  }
}

extension ChunkList {
  /// Brings up to date what is known of all elements. Every change ends with it.
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
  public init(arrayLiteral elements: Element...) {
    append(contentsOf: elements)
  }
}

#if !hasFeature(Embedded)
  extension ChunkList: CustomStringConvertible {
    /// The elements, as an array shows them.
    public var description: String { Array(self).description }
  }
#endif

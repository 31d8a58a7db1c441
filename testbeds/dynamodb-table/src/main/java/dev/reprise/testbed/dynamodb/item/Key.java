package dev.reprise.testbed.dynamodb.item;

/**
 * The primary key of an item. Keys are ordered by a hash of the partition value, then by partition
 * value, then by sort value. So scans have an order on which no client can rely, and each partition
 * is contiguous and sorted.
 */
public record Key(Scalar partition, Scalar sort) implements Comparable<Key> {

  /** The sort value in a table without a sort key. */
  static final Scalar NO_SORT = Scalar.of("S", "");

  public static Key below(Scalar partition) {
    return new Key(partition, Scalar.LOWEST);
  }

  public static Key above(Scalar partition) {
    return new Key(partition, Scalar.HIGHEST);
  }

  /**
   * Returns the segment of the hash range that contains the key, from 0 to {@code segments - 1}.
   */
  public long segment(long segments) {
    return (Integer.toUnsignedLong(hash()) * segments) >>> Integer.SIZE;
  }

  private int hash() {
    return partition.hashCode() * 0x9E3779B9;
  }

  @Override
  public int compareTo(Key other) {
    int byHash = Integer.compareUnsigned(hash(), other.hash());
    if (byHash != 0) {
      return byHash;
    }
    int byPartition = partition.compareTo(other.partition);
    return byPartition != 0 ? byPartition : sort.compareTo(other.sort);
  }
}

package dev.reprise.testbed.dynamodb.item;

/**
 * The primary key of an item. Keys are ordered by a hash of the partition value, then by partition
 * value, then by sort value: scans therefore come in an order that no client can rely on, and each
 * partition lies together, sorted.
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

  /** The segment of the hash range that holds the key, from 0 to {@code segments - 1}. */
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

package dev.reprise.verification.benchmarks.calls;

/** The implementation of the bucket. */
public enum BucketKind {
  /** Our standard budget. */
  REPRISE("Reprise"),
  /** The AWS SDK's bucket. */
  AWS_SDK("AWS SDK 2.54.15"),
  /** A bucket with a monitor. */
  SYNCHRONIZED("synchronized bucket"),
  /** A counter without limits. */
  LONG_ADDER("LongAdder");

  private final String title;

  BucketKind(String title) {
    this.title = title;
  }

  /**
   * The name in tables.
   *
   * @return the name
   */
  public String title() {
    return title;
  }

  Bucket make() {
    return switch (this) {
      case REPRISE -> new Bucket.Standard();
      case AWS_SDK -> new Bucket.Aws();
      case SYNCHRONIZED -> new Bucket.Locked();
      case LONG_ADDER -> new Bucket.Adder();
    };
  }
}

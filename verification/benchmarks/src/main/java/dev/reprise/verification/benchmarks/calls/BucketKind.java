package dev.reprise.verification.benchmarks.calls;

/** Whose bucket. */
public enum BucketKind {
  /** Our standard budget. */
  REPRISE("Reprise"),
  /** The AWS SDK's. */
  AWS_SDK("AWS SDK 2.54.15"),
  /** One with a monitor. */
  SYNCHRONIZED("synchronized bucket"),
  /** A counter, which is no bucket. */
  LONG_ADDER("LongAdder");

  private final String title;

  BucketKind(String title) {
    this.title = title;
  }

  /**
   * As tables print it.
   *
   * @return some words
   */
  public String title() {
    return title;
  }

  Bucket make() {
    return switch (this) {
      case REPRISE -> new Bucket.Ours();
      case AWS_SDK -> new Bucket.Aws();
      case SYNCHRONIZED -> new Bucket.Locked();
      case LONG_ADDER -> new Bucket.Adder();
    };
  }
}

package dev.reprise.lab.browser;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Methods that the compiler's class library lacks. The compiler copies them into the class of the
 * JDK that has them.
 */
final class LibraryMethods {

  private static final int HALF = 32;
  private static final long LOW = 0xFFFFFFFFL;

  private LibraryMethods() {}

  /**
   * Of {@link Math}: the high 64 bits of a signed product (Warren, Hacker's Delight, section 8-2).
   */
  public static long multiplyHigh(long x, long y) {
    long x1 = x >> HALF;
    long x0 = x & LOW;
    long y1 = y >> HALF;
    long y0 = y & LOW;
    long t = x1 * y0 + (x0 * y0 >>> HALF);
    long z1 = (t & LOW) + x0 * y1;
    return x1 * y1 + (t >> HALF) + (z1 >> HALF);
  }

  /** Of {@link Collections}; a copy, since nothing changes the set behind it. */
  public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> set) {
    return new TreeSet<>(set);
  }

  /** Of {@link Duration}. */
  public long toSeconds() {
    return ((Duration) (Object) this).getSeconds();
  }

  /** Of {@link Class}. */
  public String getPackageName() {
    String name = ((Class<?>) (Object) this).getName();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }
}

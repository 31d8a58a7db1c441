package dev.reprise.simulator.engine;

import java.util.random.RandomGenerator;

/**
 * Random numbers that are equal on every JDK: xoshiro256++ by Blackman and Vigna, seeded by
 * SplitMix64. The class implements the derived methods of the JDK's interface too, because their
 * results are not specified exactly. Not safe for use by several threads.
 */
public final class SimulationRandom implements RandomGenerator {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long a;
  private long b;
  private long c;
  private long d;

  private SimulationRandom(long seed) {
    long state = seed + GOLDEN;
    a = mix(state);
    state += GOLDEN;
    b = mix(state);
    state += GOLDEN;
    c = mix(state);
    state += GOLDEN;
    d = mix(state);
  }

  /**
   * Creates a generator.
   *
   * @param seed any number
   * @param path selects one of many independent streams of the seed, such as the number of the run
   *     followed by the number of the stream
   * @return a new generator
   */
  public static SimulationRandom of(long seed, long... path) {
    long state = mix(seed ^ GOLDEN);
    for (long step : path) {
      state = mix(state + mix(step * GOLDEN + 1));
    }
    return new SimulationRandom(state);
  }

  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  @Override
  public long nextLong() {
    long result = Long.rotateLeft(a + d, 23) + a;
    long shifted = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = Long.rotateLeft(d, 45);
    return result;
  }

  @Override
  public int nextInt() {
    return (int) (nextLong() >>> 32);
  }

  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * UNIT;
  }

  @Override
  public long nextLong(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be at least 1, but was " + bound);
    }
    long low = nextLong() >>> 1;
    long drawn = low % bound;
    while (low - drawn + (bound - 1) < 0) {
      low = nextLong() >>> 1;
      drawn = low % bound;
    }
    return drawn;
  }

  @Override
  public int nextInt(int bound) {
    return (int) nextLong(bound);
  }

  @Override
  public double nextExponential() {
    return -StrictMath.log(1 - nextDouble());
  }

  @Override
  public double nextGaussian() {
    return Ziggurat.draw(this);
  }
}

package dev.reprise.simulator.plot;

import java.util.Locale;

/**
 * A colour scale from light yellow through green to dark blue, with evenly decreasing lightness, so
 * that it works in greyscale and for any kind of colour vision. It is viridis, reversed.
 */
final class ColorScale {

  private static final int[] STOPS = {
    0xfde725, 0xa0da39, 0x4ac16d, 0x1fa187, 0x277f8e, 0x365c8d, 0x46327e, 0x440154
  };
  private static final double DARK = 0.42;

  private ColorScale() {}

  static String at(double share) {
    double place = share * (STOPS.length - 1);
    int below = Math.min(STOPS.length - 2, Math.max(0, (int) place));
    double rest = place - below;
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = STOPS[below] >> shift & 0xff;
      int to = STOPS[below + 1] >> shift & 0xff;
      mixed |= (int) Math.round(from + rest * (to - from)) << shift;
    }
    return String.format(Locale.ROOT, "#%06x", mixed);
  }

  static boolean isDark(double share) {
    return share > DARK;
  }
}

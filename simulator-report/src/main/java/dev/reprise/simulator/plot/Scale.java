package dev.reprise.simulator.plot;

import java.util.ArrayList;
import java.util.List;

/** Maps values to shares of a length. */
record Scale(boolean log, double from, double to) {

  private static final double[] STEPS = {1, 2, 5, 10};
  private static final int TICKS = 6;
  private static final double ALMOST = 1e-9;

  /** A tick; major ticks have a label. */
  record Tick(double value, String label) {
    boolean major() {
      return !label.isEmpty();
    }
  }

  static Scale linear(double least, double most) {
    double low = least >= 0 && least < 0.6 * most ? 0 : least;
    double high = most > low ? most : low + Math.max(1, Math.abs(low));
    double step = step(low, high);
    return new Scale(
        false,
        Math.floor(low / step + ALMOST) * step,
        Math.ceil(high / (step / 2) - ALMOST) * (step / 2));
  }

  static Scale logarithmic(double least, double most) {
    if (!(least > 0)) {
      return new Scale(true, 1, 10);
    }
    double low = round(least, true);
    double high = round(most, false);
    return new Scale(true, low, high > low ? high : low * 10);
  }

  /** Rounds to the next of 1, 2, 5 times a power of ten, down or up. */
  private static double round(double value, boolean down) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + ALMOST));
    double found = down ? power : 10 * power;
    for (double step : STEPS) {
      double candidate = step * power;
      if (down && candidate <= value * (1 + ALMOST)) {
        found = candidate;
      } else if (!down && candidate >= value * (1 - ALMOST)) {
        return candidate;
      }
    }
    return found;
  }

  private static double step(double from, double to) {
    double raw = (to - from) / TICKS;
    return round(raw, false);
  }

  /**
   * Returns the position of a value as a share of the length; from 0 to 1 if the value is on the
   * scale.
   */
  double at(double value) {
    return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  }

  boolean holds(double value) {
    return Double.isFinite(value) && value >= from - ALMOST && value <= to * (1 + ALMOST);
  }

  List<Tick> ticks() {
    return log ? logTicks() : linearTicks();
  }

  private List<Tick> linearTicks() {
    double step = step(from, to);
    int parts = step / Math.pow(10, Math.floor(Math.log10(step) + ALMOST)) > 1.5 ? 4 : 5;
    if (Math.abs(step / Math.pow(10, Math.floor(Math.log10(step) + ALMOST)) - 5) < 0.1) {
      parts = 5;
    }
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + ALMOST));
    List<Tick> ticks = new ArrayList<>();
    long first = (long) Math.ceil(from / step * parts - ALMOST);
    long last = (long) Math.floor(to / step * parts + ALMOST);
    for (long i = first; i <= last; i++) {
      double value = i * step / parts;
      ticks.add(new Tick(value, i % parts == 0 ? Numbers.fixed(value, decimals) : ""));
    }
    return ticks;
  }

  private List<Tick> logTicks() {
    double decades = Math.log10(to / from);
    List<Tick> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(from) + ALMOST);
    int last = (int) Math.ceil(Math.log10(to) - ALMOST);
    int every = decades > 8 ? 2 : 1;
    for (int decade = first; decade <= last; decade++) {
      for (int digit = 1; digit <= 9; digit++) {
        double value = digit * Math.pow(10, decade);
        if (holds(value)) {
          boolean labelled = labelled(digit, decades) && Math.floorMod(decade, every) == 0;
          ticks.add(new Tick(value, labelled ? Numbers.brief(value) : ""));
        }
      }
    }
    return ticks;
  }

  private static boolean labelled(int digit, double decades) {
    if (decades < 0.7) {
      return true;
    }
    return digit == 1 || (decades < 2.4 && (digit == 2 || digit == 5));
  }
}

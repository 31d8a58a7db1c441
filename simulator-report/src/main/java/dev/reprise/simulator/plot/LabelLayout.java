package dev.reprise.simulator.plot;

import java.util.Arrays;
import java.util.Comparator;

/** Moves labels along a line as little as possible so that they do not overlap. */
final class LabelLayout {

  private static final int ROUNDS = 200;

  private LabelLayout() {}

  /**
   * Places labels.
   *
   * @param wanted the preferred middle of each label
   * @param gap the minimum distance between the middles of neighbours
   * @param from the minimum position
   * @param to the maximum position
   * @return the middle of each label; closer than {@code gap} only if there is too little room
   */
  static double[] apart(double[] wanted, double gap, double from, double to) {
    int count = wanted.length;
    double fair = count < 2 ? gap : Math.min(gap, (to - from) / (count - 1));
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> wanted[i]));
    double[] placed = new double[count];
    Arrays.setAll(placed, i -> Math.min(to, Math.max(from, wanted[order[i]])));
    for (int round = 0; round < ROUNDS && push(placed, fair); round++) {
      settle(placed, fair, from, to);
    }
    settle(placed, fair, from, to);
    double[] result = new double[count];
    for (int i = 0; i < count; i++) {
      result[order[i]] = placed[i];
    }
    return result;
  }

  private static boolean push(double[] placed, double gap) {
    boolean moved = false;
    for (int i = 1; i < placed.length; i++) {
      double lack = gap - (placed[i] - placed[i - 1]);
      if (lack > 0.01) {
        placed[i - 1] -= lack / 2;
        placed[i] += lack / 2;
        moved = true;
      }
    }
    return moved;
  }

  /** Moves labels back into the range if their neighbours push them out. */
  private static void settle(double[] placed, double gap, double from, double to) {
    double least = from;
    for (int i = 0; i < placed.length; i++) {
      placed[i] = Math.max(placed[i], least);
      least = placed[i] + gap - 0.01;
    }
    double most = to;
    for (int i = placed.length - 1; i >= 0; i--) {
      placed[i] = Math.min(placed[i], most);
      most = placed[i] - gap + 0.01;
    }
  }
}

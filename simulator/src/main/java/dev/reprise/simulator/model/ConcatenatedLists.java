package dev.reprise.simulator.model;

import java.util.ArrayList;
import java.util.List;

/** Concatenates lists. */
final class ConcatenatedLists {

  private ConcatenatedLists() {}

  static <T> List<T> of(List<? extends T> first, List<? extends T> then) {
    List<T> all = new ArrayList<>(first);
    all.addAll(then);
    return List.copyOf(all);
  }
}

package dev.reprise.simulator.model;

import java.util.ArrayList;
import java.util.List;

/** Concatenates lists. */
final class ConcatenatedLists {

  private ConcatenatedLists() {}

  @SafeVarargs
  static <T> List<T> of(List<? extends T>... lists) {
    List<T> all = new ArrayList<>();
    for (List<? extends T> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }
}

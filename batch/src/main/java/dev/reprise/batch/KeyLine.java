package dev.reprise.batch;

import java.util.ArrayDeque;
import java.util.Deque;

/** The items of one key: one that is ready, in flight or waiting, and those behind it. */
final class KeyLine<I> {

  final Object key;
  final Deque<Entry<I>> behind = new ArrayDeque<>(1);
  Entry<I> first;
  boolean inFlight;

  KeyLine(Object key, Entry<I> first) {
    this.key = key;
    this.first = first;
  }
}

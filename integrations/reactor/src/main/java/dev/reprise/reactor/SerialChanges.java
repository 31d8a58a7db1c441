package dev.reprise.reactor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Makes the changes of a call one after the other, without a lock, and afterwards runs code of
 * others, the effects.
 */
// The thread that raises the counter from zero makes the changes of all threads. Changes contain no
// code of source or subscriber: they add it to the effects. A thread runs effects after it has
// given
// the changes back, so a source or subscriber that takes long delays neither timeout nor cancel.
final class SerialChanges {

  private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> effects = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final Supplier<Context> context;

  /** Serialises changes; errors of cancelled sources are dropped in the context. */
  SerialChanges(Supplier<Context> context) {
    this.context = context;
  }

  /** Makes a change, here or on the thread that makes changes now, and then runs effects. */
  void make(Runnable change) {
    makeWithoutEffects(change);
    for (Runnable effect = effects.poll(); effect != null; effect = effects.poll()) {
      effect.run();
    }
  }

  /** Makes a change. For effects, whose loop runs further effects. */
  void makeWithoutEffects(Runnable change) {
    changes.add(change);
    if (pending.getAndIncrement() != 0) {
      return; // the thread that makes changes now sees the higher number before it leaves
    }
    int seen = 1;
    do {
      for (Runnable due = changes.poll(); due != null; due = changes.poll()) {
        run(due);
      }
      seen = pending.addAndGet(-seen);
    } while (seen != 0);
  }

  private void run(Runnable change) {
    try {
      change.run();
    } catch (Throwable bug) { // of the cancel() of an upstream: the other changes must be made
      Operators.onErrorDropped(bug, context.get());
    }
  }

  /** For changes: runs code after the change. */
  void effect(Runnable effect) {
    effects.add(effect);
  }
}

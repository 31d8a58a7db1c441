package dev.reprise.reactor;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

/**
 * Makes the changes of a call one after the other, without a lock, and afterwards runs code of
 * others, the effects.
 */
// The thread that raises the counter from zero makes the changes of all threads. Changes contain no
// code of source or subscriber: they add it to the effects. A thread runs effects after it has
// given the changes back, so a source or subscriber that takes long delays neither timeout nor
// cancel.
final class SerialChanges {

  @SuppressWarnings("rawtypes")
  private static final AtomicReferenceFieldUpdater<SerialChanges, Queue> WAITING =
      AtomicReferenceFieldUpdater.newUpdater(SerialChanges.class, Queue.class, "waiting");

  private static final AtomicReferenceFieldUpdater<SerialChanges, Runnable> EFFECT =
      AtomicReferenceFieldUpdater.newUpdater(SerialChanges.class, Runnable.class, "effect");

  private static final AtomicIntegerFieldUpdater<SerialChanges> PENDING =
      AtomicIntegerFieldUpdater.newUpdater(SerialChanges.class, "pending");

  private final Supplier<Context> context;

  /** Changes of threads that found another one making changes. */
  private volatile @Nullable Queue<Runnable> waiting;

  @SuppressWarnings("UnusedVariable") // by PENDING
  private volatile int pending;

  /** The oldest effect; nearly always the only one. */
  private volatile @Nullable Runnable effect;

  /** Effects after the oldest one. Once it exists, all effects are added to it. */
  private volatile @Nullable Queue<Runnable> effects;

  /** Serialises changes; errors of cancelled sources are dropped in the context. */
  SerialChanges(Supplier<Context> context) {
    this.context = context;
  }

  /** Makes a change, here or on the thread that makes changes now, and then runs effects. */
  void make(Runnable change) {
    makeWithoutEffects(change);
    for (Runnable due = nextEffect(); due != null; due = nextEffect()) {
      due.run();
    }
  }

  /** Makes a change. For effects, whose loop runs further effects. */
  void makeWithoutEffects(Runnable change) {
    if (PENDING.compareAndSet(this, 0, 1)) {
      run(change);
    } else {
      waiting().add(change);
      if (PENDING.getAndIncrement(this) != 0) {
        return; // the thread that makes changes now sees the higher number before it leaves
      }
    }
    int seen = 1;
    do {
      Queue<Runnable> others = waiting;
      if (others != null) {
        for (Runnable due = others.poll(); due != null; due = others.poll()) {
          run(due);
        }
      }
      seen = PENDING.addAndGet(this, -seen);
    } while (seen != 0);
  }

  private Queue<Runnable> waiting() {
    Queue<Runnable> known = waiting;
    if (known == null) {
      WAITING.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
      known = Objects.requireNonNull(waiting);
    }
    return known;
  }

  private void run(Runnable change) {
    try {
      change.run();
    } catch (Throwable bug) { // the other changes must be made
      Upstreams.drop(bug, context.get());
    }
  }

  /** For changes: runs code after the change. */
  void effect(Runnable added) {
    Queue<Runnable> more = effects;
    if (more == null && EFFECT.compareAndSet(this, null, added)) {
      return;
    }
    if (more == null) {
      more = new ConcurrentLinkedQueue<>();
      effects = more;
    }
    more.add(added);
  }

  private @Nullable Runnable nextEffect() {
    if (effect != null) {
      Runnable oldest = EFFECT.getAndSet(this, null);
      if (oldest != null) {
        return oldest;
      }
    }
    Queue<Runnable> more = effects;
    return more == null ? null : more.poll();
  }
}

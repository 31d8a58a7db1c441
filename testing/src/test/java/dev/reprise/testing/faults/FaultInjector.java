package dev.reprise.testing.faults;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wraps every part of a trial. All parts work except one, which misbehaves; each part records
 * whether it runs on the timer's thread.
 */
final class FaultInjector {

  /** The calls at which the part misbehaves. */
  enum Moment {
    FIRST,
    SECOND,
    EVERY,
    NEVER
  }

  /** The correct behaviour of a part. */
  @FunctionalInterface
  interface Body<T extends @Nullable Object> {
    T run() throws Throwable;
  }

  private final TrialRuntime world;
  private final List<Fault> faults;
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final Queue<Object> onTimer = new ConcurrentLinkedQueue<>();
  private volatile boolean armed = true;

  /** A part that misbehaves. */
  record Fault(
      Part part,
      Misbehaviour misbehaviour,
      Moment moment,
      AtomicInteger turns,
      AtomicInteger hits) {

    Fault(Part part, Misbehaviour misbehaviour, Moment moment) {
      this(part, misbehaviour, moment, new AtomicInteger(), new AtomicInteger());
    }

    @Override
    public String toString() {
      return part + " " + misbehaviour + " " + moment;
    }

    private boolean strikes() {
      int turn = turns.incrementAndGet();
      boolean now =
          switch (moment) {
            case FIRST -> turn == 1;
            case SECOND -> turn == 2;
            case EVERY -> true;
            case NEVER -> false;
          };
      if (now) {
        hits.incrementAndGet();
      }
      return now;
    }
  }

  FaultInjector(TrialRuntime world, List<Fault> faults) {
    this.world = world;
    this.faults = faults;
  }

  /** Ends the misbehaviour, so that the test itself can inspect failures. */
  void disarm() {
    armed = false;
  }

  void arm() {
    armed = true;
  }

  boolean hasStruck() {
    return faults.stream().anyMatch(fault -> fault.hits().get() > 0);
  }

  boolean involves(Part part) {
    return faults.stream().anyMatch(fault -> fault.part() == part);
  }

  /** Returns whether a part misbehaves in a given way. */
  boolean is(Part part, Misbehaviour how) {
    return faults.stream().anyMatch(fault -> fault.part() == part && fault.misbehaviour() == how);
  }

  /** Returns the thrown exceptions, in order. */
  List<Throwable> thrown() {
    return List.copyOf(thrown);
  }

  /** Returns the parts that ran on the timer's thread. */
  List<Object> onTimer() {
    return List.copyOf(onTimer);
  }

  /** Records that user code runs on the current thread. */
  void look(Object what) {
    if (armed && world.isTimer()) {
      onTimer.add(what);
    }
  }

  private @Nullable Misbehaviour strikes(Part part) {
    look(part);
    if (!armed) {
      return null;
    }
    for (Fault fault : faults) {
      if (fault.part() == part && fault.strikes()) {
        return fault.misbehaviour();
      }
    }
    return null;
  }

  private Throwable newBug(Misbehaviour misbehaviour) {
    Throwable bug = misbehaviour.newBug();
    thrown.add(bug);
    return bug;
  }

  /** Runs a part that returns a value; returns null if the part misbehaves in that way. */
  @SuppressWarnings("NullAway") // returns null although the contract of the part forbids it
  <T extends @Nullable Object> T at(Part part, Body<T> proper) {
    Misbehaviour misbehaviour = strikes(part);
    try {
      if (misbehaviour == null) {
        return proper.run();
      }
      if (misbehaviour.isThrow()) {
        throw newBug(misbehaviour);
      }
      if (misbehaviour == Misbehaviour.BLOCKS) {
        world.block();
        return proper.run();
      }
      return null;
    } catch (Throwable failure) {
      throw sneaky(failure);
    }
  }

  /** Runs a part that returns nothing. */
  void run(Part part, Runnable proper) {
    Object unused =
        at(
            part,
            () -> {
              proper.run();
              return Part.OPERATION;
            });
  }

  /** Runs a part that runs tasks; returns whether it misbehaved. */
  boolean task(Part part, Runnable task, Consumer<Runnable> proper) {
    Misbehaviour misbehaviour = strikes(part);
    if (misbehaviour == null) {
      proper.accept(task);
      return false;
    }
    switch (misbehaviour) {
      case THROWS, THROWS_AN_ERROR, OVERFLOWS_THE_STACK, CANCELS ->
          throw sneaky(newBug(misbehaviour));
      case BLOCKS -> {
        world.block();
        proper.accept(task);
      }
      case RUNS_INLINE -> task.run();
      case RUNS_TWICE -> {
        proper.accept(task);
        proper.accept(task);
      }
      case RUNS_LATE -> world.later(TrialRuntime.LATE_MILLIS, task);
      case RETURNS_NULL, DROPS -> {}
    }
    return true;
  }

  static RuntimeException sneaky(Throwable failure) {
    FaultInjector.<RuntimeException>rethrow(failure);
    throw new AssertionError(failure);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }
}

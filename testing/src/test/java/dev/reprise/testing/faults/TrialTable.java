package dev.reprise.testing.faults;

import dev.reprise.testing.faults.FaultInjector.Fault;
import dev.reprise.testing.faults.FaultInjector.Moment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of the test: the misbehaviours of each part in each shape and each script. */
final class TrialTable {

  private TrialTable() {}

  /** Returns the reason why a shape does not have a part; null if it has. */
  static @Nullable String whyNot(Part part, Misbehaviour how, Shape shape) {
    return switch (part) {
      case ALTERNATE -> shape.hasAlternates() ? null : "has no alternates";
      case STAGE, STAGE_HANDLE, STAGE_CANCEL ->
          shape.kind == Shape.Kind.STAGES ? null : "has no stages";
      case CHANNEL ->
          shape.kind == Shape.Kind.STAGES || shape.kind == Shape.Kind.TOKEN
              ? "interrupts no attempt"
              : null;
      case SLEEPER -> shape.isAsync() ? "does not sleep" : null;
      case DELAYER, HANDLE -> shape.kind == Shape.Kind.TOKEN ? "has no timer" : null;
      case EXECUTOR -> shape.usesExecutor() ? null : "has no executor";
      case DEPENDENT -> shape.isAsync() ? null : "has no future";
      case RETRY_ON_RESULT, RESULT_HINT, CLOSER -> shape.returnsValues() ? null : "has no results";
      case LOSER_CLOSER -> shape.isHedged() ? null : "has no losers";
      case BACKUP -> shape.hasBackup() ? null : "has no backup";
      case FALLBACK -> shape.hasFallback() ? null : "has no fallback";
      case OPERATION ->
          how == Misbehaviour.RETURNS_NULL && !shape.returnsValues() ? "returns nothing" : null;
      default -> null;
    };
  }

  /** Returns the reason why a script makes no sense in a shape; null if it does. */
  static @Nullable String whyNot(Script script, Shape shape, Setup setup) {
    if (script == Script.ALL_TIMED && shape.isHedged() && shape.kind != Shape.Kind.STAGES) {
      return "has two attempts that block at a time, and virtual time has one thread";
    }
    return whyNotAtAll(script, shape, setup);
  }

  private static @Nullable String whyNotAtAll(Script script, Shape shape, Setup setup) {
    if (script.isHedged() && !shape.isHedged()) {
      return "sends no hedges";
    }
    if (script.isRejected() && !shape.returnsValues()) {
      return "has no results";
    }
    if (script.needsTimeout() && shape.kind == Shape.Kind.TOKEN) {
      return "has no attempt timeouts";
    }
    return switch (script.event) {
      case NONE -> null;
      case CANCEL -> shape.isAsync() ? pause(script, setup) : "has no future";
      case INTERRUPT -> shape.isAsync() ? "has no caller that waits" : pause(script, setup);
      case SHUT_DOWN -> pause(script, setup);
    };
  }

  private static @Nullable String pause(Script script, Setup setup) {
    return setup.hasPauses() || script == Script.CANCELLED_RUNNING ? null : "has no pause";
  }

  /** Returns the reason why a part cannot misbehave each time; null if it can. */
  static @Nullable String whyNot(Part part, Misbehaviour how, Moment moment, Shape shape) {
    boolean neverWaits = part == Part.DELAYER && how == Misbehaviour.RUNS_INLINE;
    return neverWaits && moment == Moment.EVERY && shape.isHedged()
        ? "asks its timer again until a hedge is due, while virtual time stands still"
        : null;
  }

  static List<Shape> shapes(Part part, Misbehaviour how) {
    List<Shape> shapes = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      if (whyNot(part, how, shape) == null) {
        shapes.add(shape);
      }
    }
    return shapes;
  }

  /**
   * Returns whether a misbehaviour is only visible on real threads: a part that blocks, or runs
   * because of an interrupt.
   */
  static boolean needsThreads(Part part, Misbehaviour how) {
    return how == Misbehaviour.BLOCKS || part == Part.CHANNEL;
  }

  /** Returns whether a part of the user keeps a task that it was asked to drop. */
  static boolean keepsTasks(Part part, Misbehaviour how) {
    return part == Part.HANDLE || part == Part.DELAYER && how == Misbehaviour.RETURNS_NULL;
  }

  /** A variant of a cell: a way to make a call of a shape. */
  record Variant(Script script, Setup setup) {}

  /** Returns the first variants on real threads in which a part is called. */
  static List<Variant> variantsOnThreads(Part part, Misbehaviour how, Shape shape, int most) {
    List<Variant> variants = new ArrayList<>();
    for (Setup setup : Setup.values()) {
      for (Script script : Script.values()) {
        boolean reached =
            part == Part.CHANNEL
                ? interrupts(script) && whyNotAtAll(script, shape, setup) == null
                : isReached(part, shape, script, setup);
        if (reached && variants.size() < most && !waitsForEver(part, how, shape, script)) {
          variants.add(new Variant(script, setup));
        }
      }
    }
    return variants;
  }

  private static boolean interrupts(Script script) {
    return script == Script.TIMED || script == Script.CANCELLED_RUNNING;
  }

  /** A blocking caller whose future no other thread has cannot be released by cancelling it. */
  private static boolean waitsForEver(Part part, Misbehaviour how, Shape shape, Script script) {
    Trial trial = new Trial(shape, script, Setup.LEAN, new VirtualRuntime(1), List.of());
    return (!shape.isAsync() || how == Misbehaviour.RUNS_INLINE)
        && AllowedEnds.mayWaitForEver(new Fault(part, how, Moment.FIRST), trial);
  }

  /** Returns whether a part is called, as a call in virtual time shows. */
  static boolean isReached(Part part, Shape shape, Script script, Setup setup) {
    if (whyNot(script, shape, setup) != null) {
      return false;
    }
    Fault well = new Fault(part, Misbehaviour.BLOCKS, Moment.NEVER);
    new VirtualTrial(shape, script, setup, List.of(well)).run();
    return well.turns().get() > 0;
  }

  /** Runs a trial of every variant of a cell. */
  static void forEach(Part part, Misbehaviour how, Shape shape, Visitor visitor) {
    for (Script script : Script.values()) {
      for (Setup setup : Setup.values()) {
        if (whyNot(script, shape, setup) == null) {
          for (Moment moment : List.of(Moment.FIRST, Moment.SECOND, Moment.EVERY)) {
            if (whyNot(part, how, moment, shape) == null) {
              visitor.visit(script, setup, new Fault(part, how, moment));
            }
          }
        }
      }
    }
  }

  /** One variant. */
  @FunctionalInterface
  interface Visitor {
    void visit(Script script, Setup setup, Fault fault);
  }
}

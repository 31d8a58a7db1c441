package dev.reprise.testing.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.hostile.Hostile.Ill;
import dev.reprise.testing.hostile.Hostile.Moment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every part that a user supplies, misbehaving in every way that needs no second thread, in every
 * shape of call and every script, in virtual time. After each call: it ended as documented, nothing
 * is left behind. See {@link VirtualTrial} for what is checked.
 */
@ExtendWith(QuietLog.class)
class HostilePartsTest {

  /** In the normal build, one of so many variants of a cell is tried, another one for each. */
  private static final int SAMPLE = 12;

  private static final int MIX = 0x9E3779B9;

  static Stream<Arguments> ills() {
    List<Arguments> all = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Misbehaviour how : part.misbehaviours) {
        if (!Cells.needsThreads(part, how)) {
          all.add(Arguments.of(part, how));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("ills")
  @Timeout(600)
  void a_hostile_part_ends_no_call_otherwise_than_documented(Part part, Misbehaviour how) {
    tryAll(part, how, SAMPLE);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("ills")
  @Timeout(600)
  @Tag("proof")
  void nor_does_it_in_any_variant(Part part, Misbehaviour how) {
    tryAll(part, how, 1);
  }

  /** The same choice in each build, spread over all variants. */
  private static boolean isChosen(int sample, Shape shape, Script script, Setup setup, Ill ill) {
    int number = shape.ordinal();
    number = number * Script.values().length + script.ordinal();
    number = number * Setup.values().length + setup.ordinal();
    number = number * Moment.values().length + ill.moment().ordinal();
    number = number * Part.values().length + ill.part().ordinal();
    number = number * Misbehaviour.values().length + ill.misbehaviour().ordinal();
    return (number * MIX >>> Integer.SIZE - Byte.SIZE) % sample == 0;
  }

  private static void tryAll(Part part, Misbehaviour how, int sample) {
    List<String> mistakes = new ArrayList<>();
    List<Object> kept = new ArrayList<>();
    List<WeakReference<?>> remains = new ArrayList<>();
    Set<Shape> struck = new LinkedHashSet<>();
    for (Shape shape : Cells.shapes(part, how)) {
      Cells.forEach(
          part,
          how,
          shape,
          (script, setup, ill) -> {
            if (isChosen(sample, shape, script, setup, ill)) {
              VirtualTrial trial = new VirtualTrial(shape, script, setup, List.of(ill));
              trial.run();
              mistakes.addAll(trial.mistakes(VirtualTrial.usual(shape, script, setup, ill)));
              kept.add(trial.kept());
              remains.addAll(trial.remains());
              if (trial.hasStruck()) {
                struck.add(shape);
              }
            }
          });
    }
    assertThat(mistakes).as("%s %s", part, how).isEmpty();
    boolean asked = part.rule != Part.Rule.NEVER_ASKED;
    Set<Shape> shapes = sample == 1 ? Set.copyOf(Cells.shapes(part, how)) : struck;
    assertThat(struck).as("misbehaved").isEqualTo(asked ? shapes : Set.of());
    assertThat(struck.isEmpty()).isNotEqualTo(asked);
    if (!Cells.keepsTasks(part, how)) {
      Remains.assertGone(remains, kept);
    }
  }
}

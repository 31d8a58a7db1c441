package dev.reprise.testing.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the coverage of the other tests of this package, so that it cannot shrink unnoticed. */
@ExtendWith(QuietLog.class)
class TrialTableTest {

  @Test
  void each_part_misbehaves_in_each_of_its_ways_in_some_shape() {
    List<String> missing = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Misbehaviour how : part.misbehaviours) {
        if (TrialTable.shapes(part, how).isEmpty()) {
          missing.add(part + " " + how);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void each_part_is_used_in_each_of_its_shapes() {
    List<String> never = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Shape shape : TrialTable.shapes(part, Misbehaviour.THROWS)) {
        if (isAsked(part) && !hasItsTurn(part, shape)) {
          never.add(part + " in " + shape);
        }
      }
    }
    assertThat(never).isEmpty();
  }

  /** A channel is closed by an interrupt from another thread, which virtual time does not have. */
  private static boolean isAsked(Part part) {
    return part.rule != Part.Rule.NEVER_ASKED && part != Part.CHANNEL;
  }

  private static boolean hasItsTurn(Part part, Shape shape) {
    return Stream.of(Setup.values())
        .anyMatch(
            setup ->
                Stream.of(Script.values())
                    .anyMatch(script -> TrialTable.isReached(part, shape, script, setup)));
  }

  @Test
  void each_part_throws_in_every_way_and_blocks_where_possible() {
    for (Part part : Part.values()) {
      Set<Misbehaviour> all = EnumSet.range(Misbehaviour.THROWS, Misbehaviour.CANCELS);
      assertThat(part.misbehaviours).as(part.name()).containsAll(all);
      boolean onlyAnswers = part == Part.STAGE || part == Part.STAGE_HANDLE;
      assertThat(part.misbehaviours.contains(Misbehaviour.BLOCKS))
          .as(part.name())
          .isEqualTo(!onlyAnswers);
    }
  }

  @Test
  void the_number_of_cells_is_unchanged_and_every_omission_has_a_reason() {
    Map<Shape, Integer> cells = new EnumMap<>(Shape.class);
    int all = 0;
    int leftOut = 0;
    for (Part part : Part.values()) {
      for (Misbehaviour how : part.misbehaviours) {
        for (Shape shape : Shape.values()) {
          if (TrialTable.whyNot(part, how, shape) == null) {
            cells.merge(shape, 1, Integer::sum);
            all++;
          } else {
            leftOut++;
          }
        }
      }
    }
    assertThat(cells).containsOnlyKeys(Shape.values());
    assertThat(all).isEqualTo(CELLS);
    assertThat(leftOut).isEqualTo(LEFT_OUT);
  }

  /** The number of cells; an additional part or shape adds cells. */
  private static final int CELLS = 5_672;

  private static final int LEFT_OUT = 1_259;
}

package dev.reprise.verification.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {

  @TempDir private Path folder;

  private static Figures one(String row, String contender, double value) {
    return new Figures().add(new Measurement(row, contender, "best", value, "ns", 0.25));
  }

  @Test
  void files_of_several_runs_make_one_set_of_figures() {
    one("first-try", "Reprise", 1.5).write(folder, "first-try");
    one("pending", "Reprise", 1234567.875).write(folder, "pending");

    Figures read = Figures.read(folder);

    assertThat(read.rows()).containsExactly("first-try", "pending");
    assertThat(read.value("first-try", "Reprise", "best")).hasValue(1.5);
    assertThat(read.value("pending", "Reprise", "best")).hasValue(1234567.875);
    assertThat(read.all()).extracting(Measurement::error).containsOnly(0.25);
  }

  @Test
  void a_group_that_is_measured_again_replaces_its_file() {
    one("first-try", "Reprise", 1.5).write(folder, "first-try");
    one("first-try", "Reprise", 1.25).write(folder, "first-try");
    assertThat(Figures.read(folder).all()).hasSize(1);
    assertThat(Figures.read(folder).value("first-try", "Reprise", "best")).hasValue(1.25);
  }

  @Test
  void an_unknown_error_is_still_unknown_after_writing_and_reading() {
    new Figures().add("start", "version", "median", 120, "ms").write(folder, "start");
    assertThat(Figures.read(folder).all().get(0).error()).isNaN();
  }

  @Test
  void json_names_the_machine() throws Exception {
    one("first-try", "Reprise", 1.5).write(folder, "first-try");
    assertThat(Files.readString(folder.resolve("first-try.json")))
        .contains("\"machine\"", "\"processors\"", "\"java\"", "\"load\"");
  }

  @Test
  void csv_has_a_header_and_a_line_for_each_figure_and_quotes_special_characters() {
    Figures figures =
        one("annotated", "Reprise, \"proxy\"", 12.5)
            .add("annotated", "bare proxy", "best", 1e-9, "ns");
    assertThat(figures.csv())
        .isEqualTo(
            "row,contender,metric,value,unit,error\n"
                + "annotated,\"Reprise, \"\"proxy\"\"\",best,12.5000,ns,0.250000\n"
                + "annotated,bare proxy,best,1.00000e-09,ns,\n");
  }

  @Test
  void the_better_of_two_rounds_is_kept() {
    Figures first = one("a", "Reprise", 2).add("a", "Reprise", "median", 9, "ns");
    Figures second = one("a", "Reprise", 1).add("a", "Reprise", "median", 12, "ns");
    Figures better = first.keepBetter(second);
    assertThat(better.value("a", "Reprise", "best")).hasValue(1);
    assertThat(better.value("a", "Reprise", "median")).hasValue(9);
    assertThat(second.keepBetter(first).value("a", "Reprise", "best")).hasValue(1);
  }

  @Test
  void a_figure_that_only_one_round_has_is_kept() {
    Figures both = one("a", "Reprise", 2).keepBetter(one("b", "Reprise", 1));
    assertThat(both.rows()).containsExactly("a", "b");
  }

  @Test
  void removes_options_from_the_arguments() {
    List<String> args = new ArrayList<>(List.of("-f", "1", "--out", "here", "-i", "3"));
    assertThat(Figures.takeFolder(args)).isEqualTo(Path.of("here"));
    assertThat(args).containsExactly("-f", "1", "-i", "3");
    assertThat(Figures.takeFolder(args)).isEqualTo(Figures.FOLDER);
  }

  @Test
  void an_option_without_its_value_is_refused() {
    assertThatThrownBy(() -> Figures.takeFolder(new ArrayList<>(List.of("--out"))))
        .hasMessage("--out must be followed by a value");
  }

  @Test
  void a_folder_without_results_is_refused() {
    assertThatThrownBy(() -> Figures.read(folder)).hasMessage(folder + " holds no results");
  }
}

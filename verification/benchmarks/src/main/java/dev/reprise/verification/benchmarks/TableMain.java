package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints the table of stored results. */
public final class TableMain {

  private TableMain() {}

  /**
   * Prints the table.
   *
   * @param args {@code --from DIR}; by default the folder of results
   */
  public static void main(String[] args) {
    List<String> remaining = new ArrayList<>(Arrays.asList(args));
    Path from = Figures.takeOption(remaining, "--from").map(Path::of).orElse(Figures.FOLDER);
    System.out.print(Table.of(Figures.read(from), Rows.all()));
  }
}

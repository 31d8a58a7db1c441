package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints the table of results that are kept in files. */
public final class TableMain {

  private TableMain() {}

  /**
   * Prints it.
   *
   * @param args {@code --from DIR}; the folder where results go by default
   */
  public static void main(String[] args) {
    List<String> rest = new ArrayList<>(Arrays.asList(args));
    Path from = Figures.takeOption(rest, "--from").map(Path::of).orElse(Figures.FOLDER);
    System.out.print(Table.of(Figures.read(from), Rows.all()));
  }
}

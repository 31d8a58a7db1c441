package dev.reprise.verification.benchmarks.figures;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Figures of one or several runs. Each program adds figures and writes one file for each group of
 * rows, as JSON and as CSV; {@link #read} combines the files of a folder. Not safe for use by
 * several threads.
 */
public final class Figures {

  /** The folder of results, unless {@code --out} names another one. */
  public static final Path FOLDER = Path.of("target", "results");

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HEAD = "row,contender,metric,value,unit,error\n";

  private final List<Measurement> all = new ArrayList<>();

  /** Creates an object without figures. */
  public Figures() {}

  /** The content of a file. */
  record Document(Machine machine, List<Measurement> figures) {}

  /**
   * Removes {@code --out DIR} from the arguments.
   *
   * @param args of a program, changed: the option and its value are removed
   * @return the folder
   * @throws IllegalArgumentException if {@code --out} is the last argument
   */
  public static Path takeFolder(List<String> args) {
    return takeOption(args, "--out").map(Path::of).orElse(FOLDER);
  }

  /**
   * Removes an option and its value from the arguments.
   *
   * @param args of a program, changed: the option and its value are removed
   * @param option such as {@code --out}
   * @return its value; empty if the option is missing
   * @throws IllegalArgumentException if the option is the last argument
   */
  public static Optional<String> takeOption(List<String> args, String option) {
    int at = args.indexOf(option);
    if (at < 0) {
      return Optional.empty();
    }
    if (at + 1 == args.size()) {
      throw new IllegalArgumentException(option + " must be followed by a value");
    }
    args.remove(at);
    return Optional.of(args.remove(at));
  }

  /**
   * Adds a figure.
   *
   * @param figure the figure
   * @return this
   */
  public Figures add(Measurement figure) {
    all.add(figure);
    return this;
  }

  /**
   * Adds a figure with an unknown error.
   *
   * @param row id of the row
   * @param contender its title
   * @param metric name of the metric
   * @param value the figure
   * @param unit its unit
   * @return this
   */
  public Figures add(String row, String contender, String metric, double value, String unit) {
    return add(new Measurement(row, contender, metric, value, unit, Double.NaN));
  }

  /**
   * All figures, in the order in which they were added.
   *
   * @return an unmodifiable copy
   */
  public List<Measurement> all() {
    return List.copyOf(all);
  }

  /**
   * The rows that have figures, in the order in which they were added.
   *
   * @return a new set
   */
  public Set<String> rows() {
    Set<String> rows = new LinkedHashSet<>();
    all.forEach(figure -> rows.add(figure.row()));
    return rows;
  }

  /**
   * The contenders with figures in a row, in the order in which they were added.
   *
   * @param row the row
   * @return a new set
   */
  public Set<String> contenders(String row) {
    Set<String> contenders = new LinkedHashSet<>();
    in(row).forEach(figure -> contenders.add(figure.contender()));
    return contenders;
  }

  /**
   * The figures of one row.
   *
   * @param row the row
   * @return its figures, in the order in which they were added
   */
  public Figures of(String row) {
    Figures some = new Figures();
    in(row).forEach(some::add);
    return some;
  }

  /**
   * One figure.
   *
   * @param row id of the row
   * @param contender its title
   * @param metric name of the metric
   * @return the last one added
   */
  public OptionalDouble value(String row, String contender, String metric) {
    return in(row)
        .filter(figure -> figure.contender().equals(contender) && figure.metric().equals(metric))
        .mapToDouble(Measurement::value)
        .reduce((earlier, later) -> later);
  }

  private Stream<Measurement> in(String row) {
    return all.stream().filter(figure -> figure.row().equals(row));
  }

  /**
   * Combines two rounds of measurements. Of best times and bytes the lower figure is kept, since
   * other work on the machine only adds to them; of all others, the first.
   *
   * @param other a later round
   * @return the figures of both
   */
  public Figures keepBetter(Figures other) {
    Map<List<String>, Measurement> kept = new LinkedHashMap<>();
    Stream.concat(all.stream(), other.all.stream())
        .forEach(
            figure ->
                kept.merge(
                    List.of(figure.row(), figure.contender(), figure.metric()),
                    figure,
                    Measurement::better));
    Figures both = new Figures();
    kept.values().forEach(both::add);
    return both;
  }

  /**
   * Writes {@code group.json} and {@code group.csv}, and replaces earlier ones.
   *
   * @param folder created if it is missing
   * @param group name of the files, of letters, digits and hyphens
   */
  public void write(Path folder, String group) {
    try {
      Files.createDirectories(folder);
      String json =
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(new Document(Machine.here(), all));
      Files.writeString(folder.resolve(group + ".json"), json + "\n");
      Files.writeString(folder.resolve(group + ".csv"), csv());
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write results to " + folder, failure);
    }
  }

  /**
   * Reads the files that {@link #write} wrote.
   *
   * @param folder with any number of files
   * @return the figures of all its JSON files, in the order of the file names
   * @throws IllegalArgumentException if there is no JSON file
   */
  public static Figures read(Path folder) {
    Figures figures = new Figures();
    for (Path file : files(folder)) {
      try {
        JSON.readValue(file.toFile(), Document.class).figures().forEach(figures::add);
      } catch (IOException failure) {
        throw new UncheckedIOException(file + " holds no results", failure);
      }
    }
    return figures;
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(folder + " holds no results");
      }
      return found;
    } catch (IOException failure) {
      throw new UncheckedIOException(folder + " cannot be read", failure);
    }
  }

  /** One line for each figure, quoted as RFC 4180 specifies. */
  String csv() {
    StringBuilder csv = new StringBuilder(HEAD);
    for (Measurement figure : all) {
      csv.append(quoted(figure.row())).append(',').append(quoted(figure.contender()));
      csv.append(',').append(quoted(figure.metric())).append(',').append(number(figure.value()));
      csv.append(',').append(quoted(figure.unit())).append(',');
      csv.append(Double.isNaN(figure.error()) ? "" : number(figure.error())).append('\n');
    }
    return csv.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  private static String quoted(String text) {
    return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}

package dev.reprise.testbed.dynamodb;

import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Runs a table server as a separate process. It prints one line, {@code endpoint
 * http://127.0.0.1:40123}, as soon as clients can reach the server, and ends when its standard
 * input ends or the process is terminated.
 *
 * <table>
 *   <caption>Options, each followed by its value</caption>
 *   <tr><td>{@code --port}</td><td>0 to 65535; any free port by default</td></tr>
 *   <tr><td>{@code --write-units}</td><td>write units per second of on-demand tables; 500</td></tr>
 *   <tr><td>{@code --read-units}</td><td>read units per second of on-demand tables; 100</td></tr>
 *   <tr><td>{@code --burst}</td><td>seconds for which a table saves unused capacity; 1</td></tr>
 *   <tr><td>{@code --faults}</td>
 *       <td>share of calls that fail with an error or lose their response, 0 to 1; 0</td></tr>
 *   <tr><td>{@code --seed}</td><td>seed of these faults; 1</td></tr>
 * </table>
 */
public final class ServerMain {

  private static final int USAGE = 2;

  private final DynamoDbTableServer.Builder builder = DynamoDbTableServer.builder();
  private double faults;
  private long seed = 1;

  private ServerMain() {}

  /**
   * Runs the server until standard input ends, and then ends the process.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.in, System.out, System.err));
  }

  /**
   * Runs the server until the input ends.
   *
   * @param args the options
   * @param in its end stops the server; its content is ignored
   * @param out receives the line with the endpoint
   * @param err receives the error in the options, or the reason why the server cannot start
   * @return the status of the process: 0, 1 if the server cannot start, 2 if an option is wrong
   */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    DynamoDbTableServer.Builder builder;
    try {
      builder = builder(args);
    } catch (IllegalArgumentException wrong) {
      err.println(printable(wrong));
      return USAGE;
    }
    try (DynamoDbTableServer server = builder.start()) {
      out.println("endpoint " + server.endpoint());
      out.flush();
      in.transferTo(OutputStream.nullOutputStream());
      return 0;
    } catch (IOException | RuntimeException failure) {
      err.println(printable(failure));
      return 1;
    }
  }

  private static String printable(Exception failure) {
    return PrintableText.oneLine(failure.getMessage());
  }

  private static DynamoDbTableServer.Builder builder(List<String> args) {
    ServerMain settings = new ServerMain();
    for (Iterator<String> each = args.iterator(); each.hasNext(); ) {
      String option = each.next();
      settings.set(option, each.hasNext() ? each.next() : "");
    }
    if (settings.faults > 0) {
      settings.builder.faults(
          FaultScript.random(
              settings.seed,
              settings.faults,
              Fault.internalServerError(),
              Fault.serviceUnavailable(),
              Fault.throttling(),
              Fault.dropBeforeProcessing(),
              Fault.dropAfterProcessing()));
    }
    return settings.builder;
  }

  private void set(String option, String value) {
    try {
      switch (option) {
        case "--port" -> builder.port(Integer.parseInt(value));
        case "--write-units" -> builder.writeUnits(Long.parseLong(value));
        case "--read-units" -> builder.readUnits(Long.parseLong(value));
        case "--burst" -> builder.burst(seconds(Double.parseDouble(value)));
        case "--faults" -> faults = share(Double.parseDouble(value));
        case "--seed" -> seed = Long.parseLong(value);
        default -> throw new IllegalArgumentException("no such option: " + option);
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          option + " must be followed by a number, but was '" + value + "'", e);
    }
  }

  private static Duration seconds(double number) {
    return Duration.ofNanos((long) (number * 1e9));
  }

  private static double share(double number) {
    if (!(number >= 0 && number <= 1)) {
      throw new IllegalArgumentException("--faults must be between 0 and 1, but was " + number);
    }
    return number;
  }
}

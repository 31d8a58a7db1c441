package dev.reprise.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Another process and this one pay the same names on one PostgreSQL, from both ends, and the other
 * one is killed with SIGKILL at a random moment. Then each name has one effect and one outcome, and
 * both are of the same execution: exactly once, in spite of the crash.
 */
class KilledPaymentProcessTest {

  private static final int NAMES = 20;

  private final TestDatabase database = TestStores.database(Db.POSTGRESQL);
  private final Random random = new Random(43);
  private int byTheKilled;

  @Test
  void pays_once_for_any_moment_at_which_the_process_is_killed() throws Exception {
    killed(2);
  }

  @Test
  @Tag("proof")
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void pays_once_for_forty_random_moments_at_which_the_process_is_killed() throws Exception {
    killed(40);
    System.out.println(
        "40 kills, "
            + 40 * NAMES
            + " keys, each with one effect and one outcome; paid by a killed process: "
            + byTheKilled);
  }

  private void killed(int rounds) throws Exception {
    SqlIdempotencyStore.on(database).table(PaymentProcess.TABLE).createSchema();
    database.execute(
        "DROP TABLE IF EXISTS " + PaymentProcess.EFFECTS,
        "CREATE TABLE " + PaymentProcess.EFFECTS + " (name VARCHAR(40), line VARCHAR(80))",
        "DELETE FROM " + PaymentProcess.TABLE);
    for (int round = 0; round < rounds; round++) {
      int number = round;
      List<String> names = IntStream.range(0, NAMES).mapToObj(name -> number + "-" + name).toList();
      long killed = killWhileAtWork(names, round % 2 == 1);
      PaymentProcess here = new PaymentProcess(TestStores.pool(Db.POSTGRESQL));
      for (String name : names) {
        assertOneEffectAndItsOutcome(here, name, killed);
      }
    }
    assertThat(byTheKilled).isGreaterThanOrEqualTo(rounds / 2);
  }

  private void assertOneEffectAndItsOutcome(PaymentProcess here, String name, long killed)
      throws SQLException {
    List<String> effects = effects(name);
    assertThat(effects).hasSize(1);
    assertThat(here.guard.recorded(PaymentProcess.key(name)))
        .map(GuardedResult.Replayed::outcome)
        .contains(Outcome.returned(effects.get(0)));
    byTheKilled += effects.get(0).endsWith("process " + killed) ? 1 : 0;
  }

  private List<String> effects(String name) throws SQLException {
    List<String> effects = new ArrayList<>();
    try (Connection connection = TestStores.pool(Db.POSTGRESQL).getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT line FROM " + PaymentProcess.EFFECTS + " WHERE name = '" + name + "'")) {
      while (rows.next()) {
        effects.add(rows.getString(1));
      }
    }
    return effects;
  }

  /**
   * On a busy machine the other process may get no turn before it is killed, unless it has paid.
   */
  private long killWhileAtWork(List<String> names, boolean hasPaid) throws Exception {
    List<String> fromTheEnd = new ArrayList<>(names);
    Collections.reverse(fromTheEnd);
    Process process = start(fromTheEnd);
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("ready");
      if (hasPaid) {
        assertThat(output.readLine()).endsWith("process " + process.pid());
      }
      Thread killer = new Thread(() -> killAfter(process, random.nextInt(60_000)));
      killer.start();
      PaymentProcess here = new PaymentProcess(TestStores.pool(Db.POSTGRESQL));
      for (String name : names) {
        here.pay(name);
      }
      killer.join();
      return process.pid();
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(List<String> names) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx64m"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), PaymentProcess.class.getName()));
    command.addAll(List.of("" + database.port(), database.name()));
    command.addAll(List.of(database.user(), database.password()));
    command.addAll(names);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void killAfter(Process process, long micros) {
    try {
      process.waitFor(micros, TimeUnit.MICROSECONDS);
      process.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

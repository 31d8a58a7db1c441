package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwoCheckedExceptionsTest {

  private static final String URL = "https://example.org/";

  private final IOException reset = new IOException("reset");
  private final SQLException locked = new SQLException("locked");

  /** One of the remedies. */
  private interface Remedy {
    int importFrom(TwoCheckedExceptions importer, String url) throws Exception;
  }

  private static final List<Remedy> REMEDIES =
      List.of(
          TwoCheckedExceptions::declared,
          TwoCheckedExceptions::caughtByName,
          TwoCheckedExceptions::inTokenForm,
          TwoCheckedExceptions::oneAsTheCauseOfTheOther);

  @Test
  void every_remedy_retries_both() throws Exception {
    for (Remedy remedy : REMEDIES) {
      Script script = new Script(reset, locked);
      assertThat(remedy.importFrom(importer(script), URL)).isEqualTo(7);
      assertThat(script.calls).isEqualTo(3);
    }
  }

  @Test
  void every_remedy_throws_the_original_exception() {
    for (Remedy remedy : REMEDIES) {
      Script script = new Script(locked, locked, reset);
      assertThatThrownBy(() -> remedy.importFrom(importer(script), URL)).isSameAs(reset);
    }
  }

  @Test
  void all_except_the_translation_throw_the_second_exception_too() {
    for (Remedy remedy : REMEDIES.subList(0, 3)) {
      Script script = new Script(reset, reset, locked);
      assertThatThrownBy(() -> remedy.importFrom(importer(script), URL)).isSameAs(locked);
    }
  }

  @Test
  void the_translation_has_the_second_exception_as_its_cause() {
    Script script = new Script(reset, reset, locked);
    assertThatThrownBy(() -> importer(script).oneAsTheCauseOfTheOther(URL))
        .isInstanceOf(IOException.class)
        .hasCause(locked);
  }

  private TwoCheckedExceptions importer(Script script) {
    RetryPolicy atOnce = RetryPolicy.builder().backoff(Backoff.none()).build();
    return new TwoCheckedExceptions(Retry.of(atOnce), script);
  }

  private static final class Script implements TwoCheckedExceptions.Importer {

    private final List<Exception> failures;
    private int calls;

    Script(Exception... failures) {
      this.failures = List.of(failures);
    }

    @Override
    public int importFrom(String url) throws IOException, SQLException {
      int call = calls++;
      if (call >= failures.size()) {
        return 7;
      }
      if (failures.get(call) instanceof IOException failure) {
        throw failure;
      }
      throw (SQLException) failures.get(call);
    }
  }
}

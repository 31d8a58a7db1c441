package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import java.io.IOException;
import java.sql.SQLException;

/** Remedies for an operation that throws two checked exceptions. */
public final class TwoCheckedExceptions {

  /** Throws both. */
  interface Importer {
    int importFrom(String url) throws IOException, SQLException;
  }

  private final Retry retry;
  private final Importer importer;

  TwoCheckedExceptions(Retry retry, Importer importer) {
    this.retry = retry;
    this.importer = importer;
  }

  int declared(String url) throws Exception {
    return retry.call(() -> importer.importFrom(url)); // infers Exception
  }

  int caughtByName(String url) throws IOException, SQLException {
    try {
      return retry.call(() -> importer.importFrom(url));
    } catch (IOException | SQLException | RuntimeException thrown) {
      throw thrown;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  int inTokenForm(String url) throws IOException, SQLException {
    try (RetryCall call = retry.begin()) {
      while (true) {
        try {
          int rows = importer.importFrom(url);
          call.succeeded();
          return rows;
        } catch (IOException failure) {
          call.failed(failure);
        } catch (SQLException failure) {
          call.failed(failure);
        }
      }
    }
  }

  int oneAsTheCauseOfTheOther(String url) throws IOException {
    return retry.call(() -> importWithOneException(url));
  }

  private int importWithOneException(String url) throws IOException {
    try {
      return importer.importFrom(url);
    } catch (SQLException failure) {
      throw new IOException("cannot store " + url, failure);
    }
  }
}

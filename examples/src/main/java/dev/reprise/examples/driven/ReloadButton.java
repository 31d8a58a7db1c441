package dev.reprise.examples.driven;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import dev.reprise.report.FailureText;
import java.awt.EventQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.Timer;

/**
 * Action of a button in a user interface: loads a text, shows the progress, and stops when its
 * window is closed. Everything runs on the thread of the user interface.
 */
public final class ReloadButton {

  private final Supplier<CompletableFuture<String>> loading;
  private final Consumer<String> label;
  private final DrivenCall<String> call;

  public ReloadButton(
      Retry retry, Supplier<CompletableFuture<String>> loading, Consumer<String> label) {
    this.loading = loading;
    this.label = label;
    call = retry.driver().start();
  }

  /** The button was pressed. */
  public void pressed() {
    follow(call.next());
  }

  private void follow(RetryStep step) {
    if (step instanceof RetryStep.End) {
      label.accept(inWords(call.outcome()));
    } else if (!(step instanceof RetryStep.Await)) {
      label.accept("loading: " + step);
      Timer timer = new Timer((int) step.delay().toMillis() + 1, due -> begin(step));
      timer.setRepeats(false);
      timer.start();
    }
  }

  private void begin(RetryStep step) {
    Attempt attempt = call.begin(step);
    follow(call.next());
    if (attempt != null) {
      CompletableFuture<?> unused =
          loading
              .get()
              .whenCompleteAsync(
                  (text, failure) -> end(attempt, text, failure), EventQueue::invokeLater);
    }
  }

  private void end(Attempt attempt, String text, Throwable failure) {
    follow(failure == null ? call.returned(attempt, text) : call.failed(attempt, failure));
  }

  private static String inWords(Outcome<String> outcome) {
    return outcome instanceof Outcome.Threw<String> threw
        ? FailureText.describe(threw.failure())
        : ((Outcome.Returned<String>) outcome).value();
  }

  /** The window is closed: no further attempt is made. */
  public void closed() {
    call.close();
  }
}

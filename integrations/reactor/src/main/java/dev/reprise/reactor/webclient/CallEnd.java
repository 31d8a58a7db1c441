package dev.reprise.reactor.webclient;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.RetryReport;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientResponse;

/** Receives the end of one call, so that a last response that was rejected has the report. */
final class CallEnd implements RetryListener {

  private volatile @Nullable RetryReport report;

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.CallFinished finished) {
      report = finished.report(); // before the response is emitted, on any thread
    }
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(RetryEvent.CallFinished.class);
  }

  ClientResponse reported(ClientResponse response) {
    RetryReport known = report;
    return known == null ? response : new ReportedResponse(response, known);
  }
}

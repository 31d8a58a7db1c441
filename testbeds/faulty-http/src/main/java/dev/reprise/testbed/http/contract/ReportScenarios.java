package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.report.AttemptRecord;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of calls, which contain no paths and queries. */
abstract class ReportScenarios extends FaultScenarios {

  ReportScenarios(ClientUnderTest subject) {
    super(subject);
  }

  @Test
  void a_report_contains_method_host_and_status_but_no_path_or_query() {
    server.script("/a", Step.reply(429), Step.reply(503), Faults.resetInHeaders());
    String subject = "GET 127.0.0.1:" + server.uri("/").getPort();

    HttpTestClient client = with(policy().maxAttempts(3));
    assertThrows(
        Exception.class, () -> client.send(ClientRequest.get(server.uri("/a?token=verysecret"))));

    List<String> outcomes =
        attempts.report().records().stream().map(AttemptRecord::outcome).toList();
    assertEquals(List.of(subject + " 429", subject + " 503"), outcomes.subList(0, 2));
    assertTrue(outcomes.get(2).startsWith(subject + ": "), outcomes.get(2));
    String all = attempts.report().toString();
    assertFalse(all.contains("verysecret") || all.contains("/a?"), all);
  }
}

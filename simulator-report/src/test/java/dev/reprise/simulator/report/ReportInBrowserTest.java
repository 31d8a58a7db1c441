package dev.reprise.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Opens reports in a real browser with a script that measures every figure. The policy of the page
 * allows this script in addition, by its hash, so the browser still reports all that the page may
 * not do.
 */
class ReportInBrowserTest {

  private static final Path DIRECTORY = Path.of("target", "browser");
  private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  private static final Pattern ANSWER = Pattern.compile("data-mistakes=\"([^\"]*)\"");

  /** Writes each error of a figure into an attribute of the root. */
  private static final String MEASURE =
      """
      const mistakes = [];
      const figures = document.querySelectorAll('figure');
      for (const figure of figures) {
        const svg = figure.querySelector('svg');
        if (!svg) { mistakes.push(figure.id + ' has no svg'); continue; }
        const edge = svg.getBoundingClientRect();
        if (edge.width < 300 || edge.height < 150) {
          mistakes.push(figure.id + ' is ' + edge.width + ' by ' + edge.height);
        }
        if (svg.querySelectorAll('path').length < 5) mistakes.push(figure.id + ' is empty');
        const texts = [...svg.querySelectorAll('text')].map(
            text => ({text: text.textContent, box: text.getBoundingClientRect()}));
        for (const {text, box} of texts) {
          if (box.width < 1 || box.left < edge.left || box.right > edge.right
              || box.top < edge.top || box.bottom > edge.bottom) {
            mistakes.push(figure.id + ': ' + text + ' leaves the picture');
          }
        }
        for (let i = 0; i < texts.length; i++) {
          for (let k = i + 1; k < texts.length; k++) {
            const a = texts[i].box;
            const b = texts[k].box;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 3) {
              mistakes.push(figure.id + ': ' + texts[i].text + ' overlaps ' + texts[k].text);
            }
          }
        }
      }
      mistakes.push(figures.length + ' figures');
      document.documentElement.setAttribute('data-mistakes', mistakes.join('; '));
      """;

  private static Browser browser;

  @BeforeAll
  static void find_a_browser() {
    browser = Browser.find(DIRECTORY);
  }

  private static void check(String name, String html, int figures) throws Exception {
    assertThat(html).contains(POLICY).doesNotContain("<script");
    Browser.Loaded loaded = browser.open(name + ".html", withMeasure(html));
    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom().split("<figure", -1)).hasSize(figures + 1);
    Matcher answer = ANSWER.matcher(loaded.dom());
    assertThat(answer.find()).as("the script ran").isTrue();
    assertThat(answer.group(1)).isEqualTo(figures + " figures");
  }

  private static String withMeasure(String html) throws NoSuchAlgorithmException {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(MEASURE.getBytes(StandardCharsets.UTF_8));
    String allowed = "script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'; ";
    return html.replace(POLICY, POLICY + allowed)
        .replace("</body>", "<script>" + MEASURE + "</script></body>");
  }

  private static HtmlReport report(Scenario scenario, List<Sweep> sweeps, int seeds) {
    List<ObservedRun> watched = sweeps.isEmpty() ? ObservedRun.of(scenario, 1) : List.of();
    return new HtmlReport(
        new Experiment(scenario, sweeps, seeds, 1).run(),
        List.of("It recovers."),
        watched,
        "reprise simulate " + scenario.name());
  }

  private static void check(String name, HtmlReport report) throws Exception {
    assertThat(report.pictures()).isNotEmpty();
    check(name, report.html(), report.pictures().size());
  }

  @Test
  void detects_errors_that_a_browser_reports() throws Exception {
    String page = new Page("a page").raw("<script>alert(1)</script>").html();
    assertThat(browser.open("refused.html", page).console()).isNotEmpty();
    assertThat(browser.open("empty.html", new Page("a page").html()).console()).isEmpty();
  }

  @Test
  void shows_the_figures_of_contention() throws Exception {
    FigureSet set = FigureSet.extended(1, 1);
    List<NamedFigure> pictures = set.draw(2);
    assertThat(pictures).hasSizeGreaterThan(20);
    check("figures", set.page(pictures), pictures.size());
  }

  @Test
  @Tag("proof")
  void shows_contention_at_one_number_of_clients() throws Exception {
    Scenario scenario = Scenarios.named("aws-contention").with("clients", "25");
    check("contention", report(scenario, List.of(), 5));
  }

  @Test
  @Tag("proof")
  void shows_contention_against_the_number_of_clients() throws Exception {
    Sweep clients = new Sweep("clients", List.of("10", "30", "100", "300"));
    check("sweep", report(Scenarios.named("aws-contention"), List.of(clients), 3));
  }

  @Test
  @Tag("proof")
  void shows_an_outage_over_time() throws Exception {
    check("outage", report(small(), List.of(), 2));
  }

  @Test
  @Tag("proof")
  void shows_where_an_outage_ends() throws Exception {
    Sweep rate = new Sweep("rate", List.of("50", "70", "90"));
    Sweep length = new Sweep("fault-length", List.of("1s", "5s", "20s"));
    check("map", report(small(), List.of(rate, length), 2));
  }

  @Test
  void shows_labels_that_contain_markup() throws Exception {
    Scenario scenario = Scenarios.named("aws-contention").with("clients", "5");
    List<Contender> adversarial = new ArrayList<>();
    for (Contender contender : scenario.contenders()) {
      String label = "</td><img src=x onerror=alert(1)>'\"&\u0007 " + contender.label();
      adversarial.add(new Contender(label, contender.policy(), contender.budget()));
    }
    HtmlReport report = report(scenario.withContenders(adversarial), List.of(), 2);
    Browser.Loaded loaded = browser.open("adversarial.html", report.html());
    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<img").doesNotContain("\u0007");
  }

  @ParameterizedTest
  @Tag("proof")
  @MethodSource("scenarios")
  void shows_a_scenario_of_each_kind(String name) throws Exception {
    HtmlReport report = report(Scenarios.named(name), List.of(), 1);
    check("scenario-" + name, report.html(), report.pictures().size());
  }

  /** The first scenario of each kind: the kind decides which figures there are. */
  static Collection<String> scenarios() {
    Map<String, String> first = new TreeMap<>();
    Scenarios.all().forEach((name, scenario) -> first.putIfAbsent(scenario.kind().name(), name));
    return first.values();
  }

  @Test
  @Tag("proof")
  void finds_room_for_many_long_labels() throws Exception {
    Scenario scenario = Scenarios.named("aws-contention");
    List<Contender> many = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Contender contender = scenario.contenders().get(i % 5);
      String label = "the backoff of team number " + i + (i % 3 == 0 ? " in the old version" : "");
      many.add(new Contender(label, contender.policy(), contender.budget()));
    }
    Sweep clients = new Sweep("clients", List.of("5", "10", "20"));
    check("many", report(scenario.withContenders(many), List.of(clients), 2));
  }

  /** Returns an outage at a tenth of its size. */
  private static Scenario small() {
    return Scenarios.named("outage-hang")
        .with("rate", "70")
        .with("workers", "10")
        .with("queue", "1000")
        .with("watch", "120s");
  }
}

package dev.reprise.lab;

import static dev.reprise.lab.LabPage.DONE;
import static dev.reprise.lab.LabPage.ENDLESS;
import static dev.reprise.lab.LabPage.FEW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.form.ExperimentForm;
import dev.reprise.simulator.preset.Presets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the page in Chromium, with few and small runs. */
class PageInBrowserTest extends OnLabPage {

  private static final String TEXT = "document.body.textContent";
  private static final String MAP_RESULT =
      "return [...document.querySelectorAll('.map > .hint')].at(-1).textContent";

  @Test
  void shows_charts_and_a_verdict_for_every_policy() throws Exception {
    assertThat(page.evaluate("return document.querySelectorAll('#rows .row').length"))
        .isEqualTo("5");
    assertThat(page.evaluate("return document.querySelectorAll('.row canvas').length"))
        .isEqualTo("25");
    assertThat(page.evaluate("return document.querySelector('.row .verdict').textContent"))
        .contains("ecover")
        .contains(" % of the calls succeed");
    assertThat(page.evaluate("return document.getElementById('progress-text').textContent"))
        .startsWith("2 of 2 runs");
    assertThat(page.evaluate("return document.documentElement.dataset.engine")).isEqualTo("wasm");
  }

  @Test
  void sends_no_request_to_another_origin() throws Exception {
    assertThat(
            page.evaluate(
                "return performance.getEntriesByType('resource')"
                    + ".filter(each => !each.name.startsWith(location.origin)).length"))
        .isEqualTo("0");
    assertThat(lab.server().requested()).contains("engine.wasm").doesNotContain("engine-script.js");
  }

  @Test
  void a_key_on_a_slider_changes_the_simulation_and_the_address() throws Exception {
    page.evaluate(
        "document.querySelector('[data-parameter=rate] input[type=range]').focus();"
            + " delete document.documentElement.dataset.done; return 0");
    for (int i = 0; i < 5; i++) {
      page.press("ArrowRight", 39);
    }
    page.await(DONE + " && location.hash.includes('rate=7.2&')");
    assertThat(page.evaluate("return document.querySelector('[data-parameter=rate] input').value"))
        .isEqualTo("7.2");
  }

  /** The first run of this one would take hours. */
  @Test
  void a_change_does_not_wait_for_the_end_of_a_run() throws Exception {
    page.evaluate(
        "location.hash = '#scenario=outage-hang&rate=1000000&fault-length=1h&watch=10h&runs=1';"
            + " return 0");
    page.await("document.querySelector('[data-parameter=rate] input').value === '1000000'");
    lab.open(FEW + "&seed=4");
    assertThat(page.evaluate("return document.getElementById('seed').value")).isEqualTo("4");
    assertThat(page.evaluate("return document.querySelector('#policies textarea') !== null"))
        .isEqualTo("true");
  }

  /** With workers and timers of the test, so that their order is certain. */
  @Test
  void only_a_worker_that_has_not_answered_is_replaced() throws Exception {
    String script =
        """
        const {Simulation} = await import(new URL('simulation.js', location.href));
        const real = [window.Worker, window.setTimeout, window.clearTimeout];
        const workers = [];
        const timers = new Map();
        window.Worker = class {
          constructor() { this.log = []; workers.push(this); }
          postMessage({id}) { this.log.push(id); }
          terminate() { this.log.push('ended'); }
        };
        window.setTimeout = action => { timers.set(timers.size + 1, action); return timers.size; };
        window.clearTimeout = timer => timers.delete(timer);
        try {
          const heard = [];
          const simulation = new Simulation(null, ({type}) => heard.push(type));
          simulation.simulate(1, '', 0);
          const loading = timers.size;
          workers[0].onmessage({data: {type: 'ready'}});
          workers[0].onmessage({data: {type: 'prepared', id: 1}});
          const answered = timers.size;
          simulation.simulate(2, '', 0);
          [...timers.values()].forEach(action => action());
          workers[1].onmessage({data: {type: 'ready'}});
          workers[1].onmessage({data: {type: 'prepared', id: 1}});
          return [loading, answered, heard, ...workers.map(({log}) => log)].join(' ');
        } finally {
          [window.Worker, window.setTimeout, window.clearTimeout] = real;
        }
        """;
    assertThat(page.evaluate(script)).isEqualTo("0 0 ready,prepared 1,2,ended 2");
  }

  @Test
  void an_address_holds_the_whole_state() throws Exception {
    String policy = "maxAttempts=2 backoff=fixed(70ms)";
    lab.open(
        FEW
            + "&seed=9&contender=mine: "
            + policy
            + "; budget=bucket(50, 5)&contender=other: maxAttempts=1; budget=none");
    assertThat(page.evaluate("return document.querySelector('.row h2').textContent"))
        .isEqualTo("mine");
    assertThat(page.evaluate("return document.querySelectorAll('#rows .row').length"))
        .isEqualTo("2");
    assertThat(page.evaluate("return document.querySelector('#policies textarea').value"))
        .isEqualTo(policy);
    assertThat(page.evaluate("return document.getElementById('seed').value")).isEqualTo("9");
    assertThat(page.evaluate("return decodeURIComponent(location.hash.replaceAll('+', ' '))"))
        .contains("seed=9", "contender=mine: " + policy + "; budget=bucket(50, 5)");
  }

  @Test
  void a_median_keeps_the_typed_number_and_shows_the_mean() throws Exception {
    page.evaluate(
        "const kind = document.querySelector('.statistic'); kind.value = 'median';"
            + " kind.dispatchEvent(new Event('change')); return 0");
    page.await("document.querySelector('#parameters .mean').textContent === 'mean 144 ms'");
    page.await("location.hash.includes('service-p50=100ms')");
    page.evaluate(
        "const shape = document.querySelector('[data-parameter=distribution] select');"
            + " shape.value = 'percentiles'; shape.dispatchEvent(new Event('change')); return 0");
    page.await("document.querySelector('#parameters .mean').textContent === ''");
    assertThat(
            page.evaluate(
                "const kind = document.querySelector('.statistic');"
                    + " return [kind.value, kind.disabled]"))
        .isEqualTo("median,true");
    assertThat(
            page.evaluate("return document.querySelector('[data-parameter=service] input').value"))
        .isEqualTo("100ms");
  }

  @Test
  void a_mistake_in_a_median_is_shown_at_its_field() throws Exception {
    page.evaluate(
        "const kind = document.querySelector('.statistic'); kind.value = 'median';"
            + " kind.dispatchEvent(new Event('change'));"
            + " const field = document.querySelector('[data-parameter=service] input');"
            + " field.value = 'fast'; field.dispatchEvent(new Event('input')); return 0");
    page.await("document.getElementById('error').textContent.startsWith('service-p50 must be a')");
    assertThat(
            page.evaluate(
                "return document.querySelector('[data-parameter=service] input')"
                    + ".getAttribute('aria-invalid')"))
        .isEqualTo("true");
  }

  @Test
  void parameters_of_clients_and_servers_are_under_headings() throws Exception {
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('#parameters summary')].map(each => each.textContent)"))
        .contains("Replicas", "Clients: throttling", "Clients: breaker and refunds")
        .doesNotContain("More");
  }

  @Test
  void a_hedge_is_chosen_without_text() throws Exception {
    page.evaluate(
        "const hedge = [...document.querySelectorAll('.policy label')]"
            + ".find(each => each.textContent === 'Hedge').control; hedge.value = 'after(50ms)';"
            + " hedge.dispatchEvent(new Event('change')); return 0");
    assertThat(page.evaluate("return document.querySelector('#policies textarea').value"))
        .endsWith(" idempotency=idempotent hedge=after(50ms)");
    page.await("location.hash.includes('hedge')");
    page.await("document.getElementById('error').hidden && " + DONE);
  }

  @Test
  void the_comparison_of_the_command_line_comes_after_the_last_run() throws Exception {
    page.await("!document.getElementById('verdict').hidden");
    assertThat(page.evaluate("return document.querySelector('#verdict ul').textContent"))
        .contains("standard: ", "λA", "Simulated: ");
  }

  @Test
  void a_policy_is_a_parameter_with_a_field_for_text() throws Exception {
    page.evaluate(
        "const field = document.querySelector('[data-parameter=other-policy] input');"
            + " field.value = 'maxAttempts=x'; field.dispatchEvent(new Event('input')); return 0");
    page.await("!document.getElementById('error').hidden");
    assertThat(page.evaluate("return document.getElementById('error').textContent"))
        .contains("other-policy must be a policy");
  }

  @Test
  void a_mistake_in_a_policy_is_shown_at_its_field() throws Exception {
    page.evaluate(
        "const text = document.querySelector('#policies textarea'); text.value = 'maxAttempts=x';"
            + " text.dispatchEvent(new Event('input')); return 0");
    page.await("!document.getElementById('error').hidden");
    assertThat(page.evaluate("return document.getElementById('error').textContent"))
        .contains("standard: ", "maxAttempts");
    assertThat(
            page.evaluate(
                "return document.querySelector('#policies textarea').getAttribute('aria-invalid')"))
        .isEqualTo("true");
  }

  @Test
  void controls_of_a_policy_change_its_text() throws Exception {
    page.evaluate(
        "const attempts = document.querySelector('.policy input[type=number]'); attempts.value = 7;"
            + " attempts.dispatchEvent(new Event('input'));"
            + " const backoff = document.querySelector('.policy select'); backoff.value = 'elapsed';"
            + " backoff.dispatchEvent(new Event('change')); return 0");
    assertThat(page.evaluate("return document.querySelector('#policies textarea').value"))
        .contains("maxAttempts=7", "backoff=elapsed")
        .doesNotContain("exponential");
  }

  @Test
  void a_phone_shows_one_measure_and_no_wider_page() throws Exception {
    page.show(360, 780, true);
    page.evaluate("dispatchEvent(new Event('resize')); return 0");
    page.evaluate("document.querySelector('#measures [data-key=queue]').click(); return 0");
    assertThat(page.evaluate("return document.documentElement.scrollWidth")).isEqualTo("360");
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('.chart')]"
                    + ".filter(each => each.offsetParent).map(each => each.dataset.measure)"))
        .isEqualTo("queue,queue,queue,queue,queue");
  }

  @Test
  void every_chart_has_a_text_and_its_row_a_table() throws Exception {
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('.plot')].every(each =>"
                    + " each.getAttribute('role') === 'img' && each.getAttribute('aria-label').length > 40)"))
        .isEqualTo("true");
    page.evaluate("document.querySelector('details.data').open = true; return 0");
    page.await("document.querySelector('.row table')");
    assertThat(page.evaluate("return document.querySelector('.row .data').textContent"))
        .contains("Figures of 2 runs", "share of the calls that succeeded", "goodput, calls/s");
  }

  @Test
  void every_field_has_a_label() throws Exception {
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('input, select, textarea, progress')]"
                    + ".filter(each => !each.labels?.length && !each.ariaLabel)"
                    + ".map(each => each.outerHTML).join()"))
        .isEmpty();
  }

  @Test
  void a_scenario_without_series_has_its_figures() throws Exception {
    lab.open("#scenario=thundering-herd&clients=100&runs=2");
    assertThat(page.evaluate("return " + TEXT)).contains("Time until the last call ended");
  }

  @Test
  void the_values_of_a_table_are_in_sight() throws Exception {
    for (int width : new int[] {360, 900, 1360}) {
      page.show(width, 900, false);
      lab.open("#scenario=aws-contention&clients=5&runs=2&contender=" + ENDLESS);
      page.evaluate("document.querySelector('.row details.data').open = true; return 0");
      page.await("document.querySelector('.row .scroll table')");
      assertThat(
              page.evaluate(
                  "const table = document.querySelector('.row .scroll');"
                      + " return table.scrollWidth - table.clientWidth"))
          .as("width " + width)
          .isEqualTo("0");
    }
  }

  @Test
  void axe_finds_no_violation() throws Exception {
    lab.open(FEW + "&contender=one: maxAttempts=2; budget=none&contender=" + ENDLESS);
    Axe.load(page);
    page.evaluate(
        "document.querySelectorAll('details').forEach(each => each.open = true); return 0");
    page.await("document.documentElement.dataset.map === '63'");
    assertThat(Axe.violations(page, "document")).isEmpty();
    page.show(360, 780, true);
    page.evaluate(
        "document.querySelector('.copy').open = false; dispatchEvent(new Event('resize')); return 0");
    assertThat(Axe.violations(page, "document")).isEmpty();
    page.evaluate(
        "const broken = document.createElement('input'); broken.id = 'broken';"
            + " document.getElementById('results').append(broken); return 0");
    assertThat(Axe.violations(page, "document.getElementById('broken')")).startsWith("label: ");
    page.evaluate("document.getElementById('broken').remove(); return 0");
  }

  @Test
  void an_address_that_is_set_right_after_a_change_is_not_replaced() throws Exception {
    page.evaluate(
        "const rate = document.querySelector('[data-parameter=rate] input'); rate.value = '5';"
            + " rate.dispatchEvent(new Event('input'));"
            + " setTimeout(() => { const begun = performance.now();"
            + " while (performance.now() - begun < 300) {}"
            + " location.hash = '#scenario=failing-share&runs=2'; }, 100); return 0");
    page.await("document.getElementById('scenario').value === 'failing-share'");
    assertThat(page.evaluate("return location.hash")).contains("failing-share");
  }

  private static void openMistaken(String fragment) throws Exception {
    page.evaluate("location.hash = '" + fragment + "'; return 0");
    page.await("!document.getElementById('error').hidden");
  }

  @Test
  void an_address_keeps_what_the_page_does_not_know_and_names_it() throws Exception {
    openMistaken("#scenario=thundering-herd&ratee=99&runs=2");
    assertThat(page.evaluate("return document.getElementById('error').textContent"))
        .contains("ratee");
    assertThat(page.evaluate("return location.hash")).contains("ratee=99");
    openMistaken("#scenario=nobody-knows&runs=2");
    assertThat(page.evaluate("return document.getElementById('error').textContent"))
        .contains("nobody-knows");
    openMistaken("#scenario=thundering-herd&seed=1%0Aruns=7&runs=2");
    assertThat(page.evaluate("return document.getElementById('error').textContent"))
        .contains("seed must be a whole number");
  }

  @Test
  void the_fragment_of_an_experiment_leads_to_it() throws Exception {
    Scenario scenario =
        Scenarios.named("failing-share")
            .with("length", "5s")
            .with("other-policy", "maxAttempts=2 backoff=fixed(70ms)")
            .withContenders(
                List.of(
                    ContenderText.parse("a+b 10%: maxAttempts=2; budget=ratio(20%, 10/s)"),
                    Presets.named("failsafe")));
    ExperimentForm form = new ExperimentForm(scenario, 2, -7);
    lab.open(form.fragment());
    page.await("document.querySelector('.actions [data-form=command]')");
    page.evaluate(
        "document.querySelector('.actions .copy').open = true;"
            + " document.querySelector('.actions [data-form=command]').click(); return 0");
    assertThat(page.evaluate("return document.querySelector('.actions .shown').value"))
        .isEqualTo(form.command());
  }

  @Test
  void an_address_without_a_scenario_is_of_the_first_visit() throws Exception {
    lab.open("#rate=5&runs=2");
    assertThat(page.evaluate("return document.querySelector('[data-parameter=rate] input').value"))
        .isEqualTo("5");
    assertThat(page.evaluate("return document.getElementById('scenario').value"))
        .isEqualTo("outage-hang");
  }

  @Test
  void the_headline_names_policies_that_recover_in_some_runs_only() throws Exception {
    page.evaluate(
        "delete document.documentElement.dataset.done; location.hash = '#scenario=two-second-hang"
            + "&rate=40&workers=10&queue=1000&fault-start=10s&watch=60s&window=60s&runs=8';"
            + " return 0");
    page.await("document.documentElement.dataset.done === '8'");
    assertThat(page.evaluate("return document.getElementById('summary').textContent"))
        .contains("in some runs only");
  }

  private static void tabUntil(String isReached) throws Exception {
    for (int i = 0; i < 90; i++) {
      page.press("Tab", 9);
      if (page.evaluate("const active = document.activeElement; return " + isReached)
          .equals("true")) {
        return;
      }
    }
    throw new AssertionError("no key reaches " + isReached);
  }

  @Test
  void keys_alone_add_a_policy_move_a_slider_and_copy() throws Exception {
    lab.open(FEW + "&contender=one: maxAttempts=2; budget=none");
    page.allowClipboard();
    page.evaluate("document.activeElement.blur(); return 0");
    tabUntil("active.id === 'add-policy'");
    page.press("Enter", 13);
    page.await("document.querySelectorAll('#rows .row').length === 2");
    assertThat(page.evaluate("return document.activeElement.value")).isEqualTo("policy 1");
    tabUntil("active.type === 'range' && active.closest('[data-parameter=rate]') !== null");
    page.evaluate("delete document.documentElement.dataset.done; return 0");
    for (int i = 0; i < 5; i++) {
      page.press("ArrowRight", 39);
    }
    page.await(DONE + " && location.hash.includes('rate=7.2')");
    tabUntil("active.matches('.row .copy summary')");
    page.press("Enter", 13);
    tabUntil("active.dataset.form === 'java'");
    page.press("Enter", 13);
    page.await("document.querySelector('.row .copied').textContent === 'Java copied.'");
    assertThat(page.evaluate("return navigator.clipboard.readText()"))
        .contains(
            "import dev.reprise.policy.RetryPolicy;", ".maxAttempts(2)", "RetryBudget.none()");
  }

  @Test
  void an_experiment_is_copied_as_link_file_and_command() throws Exception {
    page.allowClipboard();
    assertThat(copied("link")).isEqualTo(page.evaluate("return location.href"));
    assertThat(copied("yaml")).contains("scenario: outage-hang\n", "  rate: \"7\"\n");
    assertThat(copied("command")).startsWith("reprise simulate outage-hang \\\n    --rate 7 ");
  }

  private static String copied(String form) throws Exception {
    page.evaluate(
        "document.querySelector('.actions .copy').open = true;"
            + (" document.querySelector('.actions [data-form=" + form + "]').click(); return 0"));
    page.await(
        "document.querySelector('.actions .shown').value !== '' && "
            + "document.querySelector('.actions .copied').textContent.endsWith('copied.')");
    return page.evaluate("return navigator.clipboard.readText()");
  }

  @Test
  void the_map_of_the_chosen_policy_has_a_dot_and_a_table() throws Exception {
    page.await("document.documentElement.dataset.map === '63'");
    assertThat(page.evaluate("return document.querySelectorAll('.map rect').length"))
        .isEqualTo("63");
    assertThat(page.evaluate("return document.querySelectorAll('.map .here').length"))
        .isEqualTo("1");
    page.evaluate(
        "const chosen = document.querySelector('.map select'); chosen.value = 2;"
            + " chosen.dispatchEvent(new Event('change')); return 0");
    page.await("document.documentElement.dataset.map === '63'");
    page.evaluate("document.querySelector('.map details').open = true; return 0");
    page.await("document.querySelectorAll('.map td').length === 63");
    assertThat(page.evaluate("return document.querySelector('.map table').textContent"))
        .contains("no-budget", " s", "no");
    assertThat(page.evaluate(MAP_RESULT))
        .matches("It recovers in \\d+ of 63 cells on this map, after at most \\S+ s\\.");
    String before = page.evaluate("return document.querySelector('.map .here').getAttribute('cx')");
    page.evaluate(
        "const rate = document.querySelector('[data-parameter=rate] input'); rate.value = '5';"
            + " rate.dispatchEvent(new Event('input')); return 0");
    page.await("document.querySelector('.map .here').getAttribute('cx') < " + before);
  }

  @Test
  void a_map_on_which_a_policy_recovers_everywhere_says_so() throws Exception {
    lab.open(
        "#scenario=three-layers&rate=20&fault-start=1s&fault-length=2s&watch=30s&runs=2"
            + "&contender=one: maxAttempts=1; budget=none");
    page.await("document.documentElement.dataset.map === '63'");

    assertThat(page.evaluate(MAP_RESULT)).isEqualTo("It recovers everywhere on this map, at once.");
  }
}

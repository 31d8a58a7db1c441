package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page draws and writes at the edges: a single value, no recovery in time, on paper. */
class ChartsInBrowserTest extends OnLabPage {

  /** The number of charts of the first policy without a pixel in its colour. */
  private static final String EMPTY_CHARTS =
      """
      const wanted = getComputedStyle(document.querySelector('.h0 .dot')).backgroundColor;
      const [red, green, blue] = wanted.match(/\\d+/g).map(Number);
      return [...document.querySelectorAll('#rows .row:first-child canvas')].filter(canvas => {
        const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let pixels = 0;
        for (let i = 0; i < data.length; i += 4) {
          pixels += data[i] === red && data[i + 1] === green && data[i + 2] === blue ? 1 : 0;
        }
        return pixels < 4;
      }).length;
      """;

  /** Values whose bound is another parameter, which the page does not know. */
  private static final String BOUND_BY_OTHERS = "(replicas|slow-replicas|step-ramp)=.*";

  @AfterEach
  void onScreen() throws Exception {
    page.show(1360, 900, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#scenario=failing-share&length=1s&runs=2",
        "#scenario=failing-share&length=2s&runs=2",
        "#scenario=outage-hang&fault=none&rate=0.02&watch=600s&window=600s&runs=2"
      })
  void a_value_that_no_line_reaches_is_drawn_as_a_point(String fragment) throws Exception {
    lab.open(fragment);
    assertThat(page.evaluate("return document.querySelectorAll('#rows canvas').length > 0"))
        .isEqualTo("true");
    page.evaluate(
        "await new Promise(done => requestAnimationFrame(() => setTimeout(done))); return 0");
    assertThat(page.evaluate(EMPTY_CHARTS)).isEqualTo("0");
  }

  @Test
  void the_headline_says_within_which_time_a_policy_does_not_recover() throws Exception {
    lab.open(
        "#scenario=outage-hang&rate=7&workers=1&queue=60&timeout=2s&fault-start=5s&watch=30s&runs=2"
            + "&contender=once: maxAttempts=1; budget=none"
            + "&contender=thrice: maxAttempts=3 backoff=none; budget=unlimited");
    assertThat(page.evaluate("return document.getElementById('summary').textContent"))
        .isEqualTo("once recovers from the fault; thrice does not within 30s.");
    lab.open(
        "#scenario=outage-hang&rate=7&workers=1&queue=60&timeout=2s&fault-start=5s&watch=30s&runs=2"
            + "&contender=thrice: maxAttempts=3 backoff=none; budget=unlimited");
    assertThat(page.evaluate("return document.getElementById('summary').textContent"))
        .isEqualTo("No policy recovers from the fault within 30s.");
  }

  @Test
  void the_number_of_runs_in_its_field_is_the_one_that_is_simulated() throws Exception {
    page.evaluate(
        "const field = document.getElementById('runs'); field.value = '-3';"
            + " field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change'));"
            + " return 0");
    assertThat(page.evaluate("return document.getElementById('runs').value")).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scenario=outage-hang&rate=7&workers=1&watch=30s",
        "scenario=rate-limit",
        "scenario=three-layers&rate=7&watch=30s",
        "scenario=thundering-herd&clients=9"
      })
  void every_place_of_a_slider_is_a_valid_value(String state) throws Exception {
    lab.open("#" + state + "&runs=2");
    String moved =
        page.evaluate(
            """
            return [...document.querySelectorAll('#parameters input[type=range]')].flatMap(slider => {
              const field = slider.closest('.field');
              return [0, 0.1, 12, 50, 100].map(place => {
                slider.value = place;
                slider.dispatchEvent(new Event('input'));
                return field.dataset.parameter + '=' + field.querySelector('input[type=text]').value;
              });
            }).join('\\n');
            """);
    assertThat(moved.lines().filter(each -> !each.matches(BOUND_BY_OTHERS)))
        .hasSizeGreaterThan(40)
        .allSatisfy(
            value -> {
              String request = state.replace('&', '\n') + "\n" + value;
              assertThat(LabRequest.parse(request).scenario().model()).as(value).isNotNull();
            });
    assertThat(moved).contains("throttle=0\n", "throttle=1\n", "throttle=4");
    if (state.contains("outage-hang")) {
      assertThat(moved).contains("fault-ramp=60s", "step-length=60s", "growth=4");
    }
  }

  @Test
  void on_paper_results_come_first_and_nothing_is_left_to_press() throws Exception {
    page.print();
    assertThat(
            page.evaluate(
                "const top = id => document.getElementById(id).getBoundingClientRect().top;"
                    + " return top('results') < top('panel')"))
        .isEqualTo("true");
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('button, summary.copy, input[type=range]')]"
                    + ".filter(each => each.checkVisibility()).length"))
        .isEqualTo("0");
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('#rows .row')]"
                    + ".filter(each => getComputedStyle(each).breakInside !== 'avoid').length"))
        .isEqualTo("0");
  }
}

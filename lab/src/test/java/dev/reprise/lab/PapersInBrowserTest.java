package dev.reprise.lab;

import static dev.reprise.lab.LabPage.ENDLESS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests publications and their figures on the page, in Chromium. */
class PapersInBrowserTest extends OnLabPage {

  @Test
  void a_publication_sets_the_whole_state_and_shows_its_source() throws Exception {
    page.evaluate(
        "delete document.documentElement.dataset.done;"
            + " const papers = document.getElementById('paper'); papers.value = 'brooker-2022/1';"
            + " papers.dispatchEvent(new Event('change')); return 0");
    page.await("document.documentElement.dataset.done === '2' && location.hash.includes('bucket')");
    assertThat(page.evaluate("return decodeURIComponent(location.hash)"))
        .contains("scenario=failing-share", "retry-refund=false", "contender=adaptive");
    assertThat(page.evaluate("return document.querySelector('#paper-source a').href"))
        .startsWith("https://brooker.co.za/");
    assertThat(page.evaluate("return document.getElementById('paper-source').textContent"))
        .contains("Marc Brooker");
    assertThat(page.evaluate("return document.getElementById('summary').textContent"))
        .startsWith("As the text of the article describes it");
    page.await("document.querySelector('#claims .value').textContent.startsWith('0.')");
    assertThat(page.evaluate("return document.getElementById('claims').textContent"))
        .matches("load that the bucket adds, .*: about 0\\.1 retries; here: 0\\.(0[5-9]|1)\\d*");
    String shared = page.evaluate("return location.hash");
    lab.open("#scenario=failing-share&runs=2");
    page.await("document.documentElement.dataset.done === '2'");
    assertThat(page.evaluate("return document.getElementById('claims').hidden")).isEqualTo("true");
    lab.open(shared);
    page.await("document.querySelector('#claims .value').textContent.startsWith('0.')");
    assertThat(page.evaluate("return document.getElementById('paper').value"))
        .isEqualTo("brooker-2022/1");
  }

  @Test
  void a_publication_without_a_sweep_has_the_simulated_values_until_a_change() throws Exception {
    choose("finagle/0");
    page.await("document.querySelector('#claims .value').textContent !== '…'");
    assertThat(page.evaluate("return document.getElementById('claims').textContent"))
        .matches("attempts for each call: .* 1\\.3; here: 1\\.3\\d*");
    page.evaluate(
        "const rate = document.querySelector('[data-parameter=rate] input'); rate.value = '5';"
            + " rate.dispatchEvent(new Event('input')); return 0");
    page.await("document.getElementById('claims').hidden");
  }

  private static void choose(String paper) throws Exception {
    page.evaluate(
        "delete document.documentElement.dataset.done;"
            + (" const papers = document.getElementById('paper'); papers.value = '" + paper + "';")
            + " papers.dispatchEvent(new Event('change')); return 0");
    page.await("document.documentElement.dataset.done >= 1");
  }

  private static String framed() throws Exception {
    return page.evaluate(
        "const chart = document.querySelector('.framed'); return chart.dataset.figure + ' '"
            + " + chart.querySelector('.plot').getAttribute('aria-label')");
  }

  @ParameterizedTest
  @CsvSource({
    "2, work, none, × N²",
    "4, calls, exponential, at the end",
    "7, time, 'exponential,full,none', at 190."
  })
  void a_figure_of_the_article_sets_the_state_and_frames_its_chart(
      int number, String chart, String policies, String text) throws Exception {
    checkFigure(number, chart, policies, text);
  }

  @ParameterizedTest
  @Tag("proof")
  @CsvSource({
    "1, time, none, ms × N",
    "3, work, 'none,exponential', at 190.",
    "5, calls, full, at the end",
    "6, work, 'none,full', at 190."
  })
  void the_other_figures_set_the_state_and_frame_their_charts(
      int number, String chart, String policies, String text) throws Exception {
    checkFigure(number, chart, policies, text);
  }

  private static void checkFigure(int number, String chart, String policies, String text)
      throws Exception {
    choose("aws-2015/figure-" + number);
    if (!chart.equals("calls")) {
      page.await("document.documentElement.dataset.sweep >= 1");
    }
    assertThat(framed()).startsWith(chart + " ").contains(text);
    assertThat(
            page.evaluate(
                "return [...document.querySelectorAll('#rows h2')].map(each => each.textContent)"))
        .isEqualTo(policies);
    assertThat(page.evaluate("return document.getElementById('summary').textContent"))
        .startsWith("Figure " + number + " of “Exponential Backoff And Jitter”: ");
    page.await("location.hash.includes('figure=" + number + "')");
  }

  @Test
  void a_change_stops_the_sweep_and_removes_the_frame() throws Exception {
    lab.open("#scenario=aws-contention&runs=2&figure=6&contender=" + ENDLESS);
    page.await("document.querySelector('.framed')");
    page.evaluate(
        "const field = document.querySelector('[data-parameter=clients] input'); field.value = '20';"
            + " field.dispatchEvent(new Event('input')); return 0");
    page.await("!document.querySelector('.framed') && !location.hash.includes('figure')");
    page.await("document.documentElement.dataset.sweep === '2'");
    page.evaluate("document.querySelector('#sweep details').open = true; return 0");
    page.await(
        "document.querySelector('#sweep .scroll').querySelectorAll('tbody tr').length === 19");
    assertThat(page.evaluate("return document.querySelector('#sweep table').textContent"))
        .contains("Work, calls", "full", " ± ");
  }

  @Test
  @Tag("proof")
  void axe_finds_no_violation_in_a_figure() throws Exception {
    choose("aws-2015/figure-2");
    page.await("document.documentElement.dataset.sweep >= 1");
    Axe.load(page);
    page.evaluate(
        "document.querySelectorAll('#sweep details').forEach(each => each.open = true); return 0");
    for (boolean isDark : new boolean[] {false, true}) {
      page.show(isDark ? 360 : 1360, 780, isDark);
      assertThat(Axe.violations(page, "document.querySelector('#sweep')")).isEmpty();
    }
  }
}

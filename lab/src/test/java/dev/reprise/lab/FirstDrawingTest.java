package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Prints the time from a change of a control to the first drawing of all policies, in the scenario
 * of the first visit.
 */
@Tag("proof")
class FirstDrawingTest {

  private static final int CHANGES = 20;
  private static final String CHANGE_AND_WAIT =
      """
      const root = document.documentElement;
      const slider = document.querySelector('[data-parameter=rate] input[type=range]');
      const times = [];
      for (let i = 0; i < %d; i++) {
        delete root.dataset.done;
        slider.value = Number(slider.value) + (i %% 2 === 0 ? 1 : -1);
        const begun = performance.now();
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        while (root.dataset.done === undefined) {
          await new Promise(resume => requestAnimationFrame(resume));
        }
        times.push(performance.now() - begun);
        await new Promise(resume => setTimeout(resume, 300));
      }
      return times.map(Math.round).join();
      """;

  @Test
  void every_change_is_drawn() throws Exception {
    Chromium chromium = Chromium.find(Pages.DIRECTORY);
    try (PageServer server = new PageServer()) {
      DevTools page = DevTools.open(chromium, server.address("index.html"), 1360, 900);
      try {
        page.await("document.documentElement.dataset.done !== undefined");
        double[] millis = times(page.evaluate(String.format(CHANGE_AND_WAIT, CHANGES)));
        System.out.printf(
            Locale.ROOT,
            "First drawing after a change: %.0f to %.0f ms, in the middle %.0f;"
                + " %d of %d within 100 ms%n",
            millis[0],
            millis[CHANGES - 1],
            millis[CHANGES / 2],
            Arrays.stream(millis).filter(time -> time <= 100).count(),
            CHANGES);
        assertThat(millis).hasSize(CHANGES);
      } finally {
        page.close();
      }
    }
  }

  private static double[] times(String list) {
    return Arrays.stream(list.replace("\"", "").split(",", -1))
        .mapToDouble(Double::parseDouble)
        .sorted()
        .toArray();
  }
}

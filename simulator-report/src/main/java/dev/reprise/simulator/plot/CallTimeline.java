package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import java.util.List;

/**
 * The attempts of clients over time: a row for each client, a bar for each attempt, in the colour
 * of its outcome.
 *
 * @param title the title
 * @param caption the text below the chart
 * @param across the time axis
 * @param outcomes the names of the outcomes; the first one is the success
 * @param attempts the attempts; those of one client in the order of time
 */
public record CallTimeline(
    String title, String caption, Axis across, List<String> outcomes, List<Attempt> attempts)
    implements Figure {

  private static final double TOP = 78;
  private static final double BOTTOM = Frame.HEIGHT - 58;
  private static final int[] STYLES = {2, 1, 4, 0, 3, 6, 5, 7};

  /**
   * An attempt.
   *
   * @param client the row of its client, from 0
   * @param start the time at which it left the client
   * @param end the time at which the client received its outcome
   * @param outcome the index of its outcome, from 0
   */
  public record Attempt(int client, double start, double end, int outcome) {}

  /**
   * Creates a timeline.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param across the time axis
   * @param outcomes the names of the outcomes; the first one is the success
   * @param attempts the attempts; those of one client in the order of time
   * @throws NullPointerException if an element is null
   */
  public CallTimeline {
    outcomes = List.copyOf(outcomes);
    attempts = List.copyOf(attempts);
  }

  @Override
  public String svg() {
    double last = attempts.stream().mapToDouble(Attempt::end).max().orElse(1);
    int clients = attempts.stream().mapToInt(Attempt::client).max().orElse(0) + 1;
    Scale x = across.scale(0, last);
    Scale y = new Scale(false, clients, 0);
    Frame frame =
        new Frame(Frame.WIDTH, Frame.HEIGHT, 62, Frame.WIDTH - Frame.EDGE - 20, TOP, BOTTOM, x, y);
    Canvas canvas = new Canvas(frame.width(), frame.height(), title, caption);
    Frame.title(canvas, title);
    legend(canvas);
    rows(canvas, frame, clients);
    bars(canvas, frame, clients);
    axes(canvas, frame, clients);
    return canvas.finish();
  }

  private void legend(Canvas canvas) {
    double x = Frame.EDGE;
    for (int i = 0; i < outcomes.size(); i++) {
      int outcome = i;
      if (attempts.stream().anyMatch(attempt -> attempt.outcome() == outcome)) {
        bar(canvas, x, 50, 22, 11, outcome);
        String name = TextWidth.fitted(outcomes.get(i), Frame.TICK_SIZE, 150);
        canvas.text(x + 28, 60, name, Anchor.START, Frame.TICK_SIZE, Palette.TEXT);
        x += 28 + TextWidth.of(name, Frame.TICK_SIZE) + 22;
      }
    }
    canvas.line(x, 55.5, x + 22, 55.5, Palette.AXIS, 1);
    canvas.text(x + 28, 60, "waiting", Anchor.START, Frame.TICK_SIZE, Palette.TEXT);
  }

  private static void rows(Canvas canvas, Frame frame, int clients) {
    for (Scale.Tick tick : frame.across().ticks()) {
      if (tick.major()) {
        canvas.line(frame.x(tick.value()), TOP, frame.x(tick.value()), BOTTOM, Palette.GRID, 1);
      }
    }
    int every = (int) Math.ceil(14 * clients / (BOTTOM - TOP));
    for (int i = 0; i < clients; i++) {
      if ((i + 1) % every == 0) {
        String name = Integer.toString(i + 1);
        canvas.text(54, frame.y(i + 0.5) + 4, name, Anchor.END, Frame.TICK_SIZE, Palette.MUTED);
      }
    }
  }

  private void bars(Canvas canvas, Frame frame, int clients) {
    double high = Math.max(1, Math.min(12, 0.72 * (BOTTOM - TOP) / clients));
    double[] free = new double[clients];
    for (Attempt attempt : attempts) {
      if (attempt.start() < frame.across().to()) {
        double y = frame.y(attempt.client() + 0.5);
        double from = frame.x(free[attempt.client()]);
        double start = frame.x(attempt.start());
        double end = frame.x(Math.min(attempt.end(), frame.across().to()));
        if (start - from > 0.5) {
          canvas.line(from, y, start, y, Palette.AXIS, 0.8);
        }
        bar(canvas, start, y - high / 2, Math.max(1.6, end - start - 0.7), high, attempt.outcome());
        free[attempt.client()] = attempt.end();
      }
    }
  }

  /**
   * Draws a success as an opaque bar and any other outcome as a pale one, so that greyscale prints
   * show the difference.
   */
  private static void bar(
      Canvas canvas, double x, double y, double width, double height, int outcome) {
    Palette ink = Palette.ofSeries(STYLES[outcome % STYLES.length]);
    String pale = outcome == 0 ? "" : " fill-opacity=\"0.55\"";
    canvas.rect(x, y, width, height, ink.fill() + pale);
  }

  private void axes(Canvas canvas, Frame frame, int clients) {
    canvas.line(frame.left(), BOTTOM, frame.right(), BOTTOM, Palette.AXIS, 1.2);
    frame.xTicks(canvas);
    frame.names(canvas, across.label(), clients == 1 ? "client" : "clients");
  }
}

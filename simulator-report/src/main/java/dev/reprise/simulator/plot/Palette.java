package dev.reprise.simulator.plot;

import java.util.Locale;

/**
 * The colours of drawings in light and dark mode. The colours of series are those of Okabe and Ito
 * (2008), which people with any kind of colour vision can distinguish; in dark mode they are
 * lighter.
 */
enum Palette {
  PAPER("#ffffff", "#14171c"),
  TEXT("#1b1f24", "#e6e9ed"),
  MUTED("#5b6470", "#9aa4b1"),
  AXIS("#6b7480", "#8a94a1"),
  GRID("#e3e6ea", "#2b313a"),
  FINE("#f1f3f5", "#20252c"),
  SHADE("#eceef1", "#23282f"),
  ALARM("#fdebe3", "#3a241b"),
  BLUE("#0072b2", "#4aa3df"),
  VERMILION("#d55e00", "#ff8a3d"),
  GREEN("#009e73", "#2fc79a"),
  PURPLE("#b8619a", "#e79bcb"),
  ORANGE("#d99000", "#f2b33d"),
  SKY("#4aa8dc", "#8fd0f5"),
  BLACK("#2b2f36", "#d3d8de"),
  OLIVE("#9a8f00", "#e6dc4a");

  private static final Palette[] SERIES = {
    BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK, OLIVE
  };

  private final String light;
  private final String dark;

  Palette(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  static Palette ofSeries(int style) {
    return SERIES[Math.floorMod(style, SERIES.length)];
  }

  String fill() {
    return " class=\"f-" + key() + "\" fill=\"" + light + "\"";
  }

  String stroke() {
    return " class=\"s-" + key() + "\" fill=\"none\" stroke=\"" + light + "\"";
  }

  /**
   * Returns attributes that fill a shape with the background, so that it hides what is behind it.
   */
  String outline() {
    return " class=\"o-" + key() + "\" fill=\"" + PAPER.light + "\" stroke=\"" + light + "\"";
  }

  private String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the CSS rules that give drawings dark colours in dark mode. */
  static String darkRules() {
    StringBuilder css = new StringBuilder("@media screen and (prefers-color-scheme: dark){");
    for (Palette ink : values()) {
      css.append(".f-").append(ink.key()).append("{fill:").append(ink.dark).append("}.s-");
      css.append(ink.key()).append("{stroke:").append(ink.dark).append("}.o-").append(ink.key());
      css.append("{fill:").append(PAPER.dark).append(";stroke:").append(ink.dark).append('}');
    }
    return css.append('}').toString();
  }
}

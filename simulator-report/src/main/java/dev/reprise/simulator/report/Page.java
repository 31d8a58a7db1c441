package dev.reprise.simulator.report;

import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.Markup;
import java.util.List;

/** Builds an HTML page. All text is escaped; the page loads nothing and contains no scripts. */
final class Page {

  private static final String STYLE =
      """
      :root{color-scheme:light dark;--ink:#1b1f24;--muted:#5b6470;--paper:#fff;--line:#dfe3e8;\
      --soft:#f5f6f8;--accent:#0072b2}
      @media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--muted:#9aa4b1;\
      --paper:#14171c;--line:#2f3640;--soft:#1c2027;--accent:#4aa3df}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--paper);color:var(--ink);\
      font:16px/1.55 'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif}
      main{max-width:1008px;margin:0 auto;padding:40px 24px 64px}
      h1{font-size:30px;line-height:1.2;margin:0 0 8px;letter-spacing:-.01em}
      h2{font-size:20px;margin:44px 0 12px;padding-top:20px;border-top:1px solid var(--line)}
      h3{font-size:15px;margin:24px 0 6px}
      p{margin:0 0 12px}
      .lead{font-size:17px;color:var(--muted)}
      .note{font-size:14px;color:var(--muted);margin:8px 0}
      .verdict{border-left:4px solid var(--accent);background:var(--soft);\
      padding:10px 16px;margin:10px 0}
      figure{margin:28px auto 40px;max-width:760px}
      figure svg{display:block;width:100%;height:auto}
      .wide{overflow-x:auto}
      @media (max-width:700px){main{padding:24px 12px 48px}.wide svg{width:700px;max-width:none}}
      figcaption{font-size:14px;line-height:1.5;color:var(--muted);margin:6px 16px 0}
      details{margin:10px 0}
      .scroll{overflow-x:auto}
      table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;width:100%}
      th,td{padding:5px 0 5px 14px;text-align:right;white-space:nowrap;vertical-align:top}
      th{font-weight:600}
      thead th{border-bottom:1.5px solid var(--ink);vertical-align:bottom;white-space:normal}
      tbody tr{border-bottom:1px solid var(--line)}
      th:first-child,td:first-child{text-align:left;padding-left:0}
      .text td{text-align:left;white-space:normal}
      .text th:first-child{width:1px}
      small{display:block;color:var(--muted);font-size:12px}
      small.clear{color:var(--ink)}
      code,pre{font:13px/1.5 ui-monospace,Menlo,Consolas,'Liberation Mono',monospace}
      pre{background:var(--soft);padding:12px 16px;overflow-x:auto;border-radius:4px}
      td code{overflow-wrap:anywhere}
      summary{cursor:pointer;color:var(--accent)}
      @media print{main{max-width:none;padding:0}figure,tr{break-inside:avoid}}
      """;

  private final StringBuilder body = new StringBuilder(1 << 16);
  private final String title;

  Page(String title) {
    this.title = title;
    raw("<h1>").text(title).raw("</h1>\n");
  }

  Page raw(String markup) {
    body.append(markup);
    return this;
  }

  Page text(String plain) {
    body.append(Markup.escape(plain));
    return this;
  }

  Page element(String name, String plain) {
    return raw("<" + name + ">").text(plain).raw("</" + name + ">\n");
  }

  Page lead(String plain) {
    return raw("<p class=\"lead\">").text(plain).raw("</p>\n");
  }

  Page verdict(String plain) {
    return raw("<p class=\"verdict\">").text(plain).raw("</p>\n");
  }

  Page heading(String plain) {
    return element("h2", plain);
  }

  Page figures(List<NamedFigure> pictures) {
    for (NamedFigure picture : pictures) {
      Figure figure = picture.figure();
      raw("<figure id=\"").text(picture.name()).raw("\"><div class=\"wide\" tabindex=\"0\">");
      raw(figure.svg()).raw("</div>");
      raw("<figcaption>").text(figure.caption()).raw("</figcaption></figure>\n");
    }
    return this;
  }

  String html() {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
        + " style-src 'unsafe-inline'; img-src data:\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<link rel=\"icon\" href=\"data:,\">\n<title>"
        + Markup.escape(title)
        + "</title>\n<style>\n"
        + STYLE
        + Figure.styles()
        + "\n</style></head>\n<body><main>\n"
        + body
        + "</main></body></html>\n";
  }
}

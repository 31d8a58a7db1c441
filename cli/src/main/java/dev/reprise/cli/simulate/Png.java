package dev.reprise.cli.simulate;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.renderer.NullPlatformSupport;
import com.github.weisj.jsvg.view.FloatSize;
import dev.reprise.simulator.plot.Figure;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** Converts figures to PNG, with two pixels per unit in each direction. */
final class Png {

  private static final int PIXELS_PER_UNIT = 2;
  private static final Pattern FONTS = Pattern.compile("font-family=\"[^\"]*\"");

  /** The sans-serif font that every Java has. */
  private static final String DEFAULT_FONT = "font-family=\"SansSerif\"";

  /** A timeline has a shape for each attempt. The default limit is for untrusted documents. */
  private static final LoaderContext TRUSTED =
      LoaderContext.builder()
          .documentLimits(
              new DocumentLimits(
                  DocumentLimits.DEFAULT_MAX_NESTING_DEPTH,
                  DocumentLimits.DEFAULT_MAX_USE_NESTING_DEPTH,
                  Integer.MAX_VALUE))
          .build();

  private Png() {}

  /**
   * Draws a figure.
   *
   * @throws IOException if Java cannot draw it, for example without fonts
   */
  static byte[] of(Figure figure) throws IOException {
    try {
      ImageIO.setUseCache(false);
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      if (!ImageIO.write(image(read(figure)), "png", png)) {
        throw new IOException("this Java cannot write PNG");
      }
      return png.toByteArray();
    } catch (LinkageError | InternalError unavailable) {
      throw new IOException(
          "PNG needs the desktop part of Java and fonts; SVG does not", unavailable);
    }
  }

  private static SVGDocument read(Figure figure) throws IOException {
    String svg = FONTS.matcher(figure.captioned()).replaceFirst(DEFAULT_FONT);
    InputStream bytes = new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8));
    SVGDocument document = new SVGLoader().load(bytes, null, TRUSTED);
    if (document == null) {
      throw new IOException("the figure could not be read: " + figure.title());
    }
    return document;
  }

  private static BufferedImage image(SVGDocument document) {
    FloatSize size = document.size();
    int width = Math.round(size.width * PIXELS_PER_UNIT);
    int height = Math.round(size.height * PIXELS_PER_UNIT);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.scale(PIXELS_PER_UNIT, PIXELS_PER_UNIT);
      document.renderWithPlatform(NullPlatformSupport.INSTANCE, graphics, null);
    } finally {
      graphics.dispose();
    }
    return image;
  }
}

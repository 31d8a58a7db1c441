package dev.reprise.simulator.engine;

/**
 * The normal distribution by Marsaglia and Tsang's ziggurat with 256 layers, in the form of Doornik
 * (2005): layer and position are taken from bits that do not overlap. All arithmetic is strict.
 */
final class Ziggurat {

  private static final int LAYERS = 256;
  private static final double TAIL = 3.654152885361009;
  private static final double AREA = 0.00492867323399;
  private static final double SIGNED_UNIT = 0x1.0p-52;

  private static final double[] EDGES = edges();
  private static final double[] RATIOS = ratios();

  private Ziggurat() {}

  private static double[] edges() {
    double[] edges = new double[LAYERS + 1];
    double density = density(TAIL);
    edges[0] = AREA / density;
    edges[1] = TAIL;
    for (int i = 2; i < LAYERS; i++) {
      edges[i] = StrictMath.sqrt(-2 * StrictMath.log(AREA / edges[i - 1] + density));
      density = density(edges[i]);
    }
    return edges;
  }

  private static double[] ratios() {
    double[] ratios = new double[LAYERS];
    for (int i = 0; i < LAYERS; i++) {
      ratios[i] = EDGES[i + 1] / EDGES[i];
    }
    return ratios;
  }

  private static double density(double x) {
    return StrictMath.exp(-0.5 * x * x);
  }

  static double draw(SimulationRandom random) {
    while (true) {
      long bits = random.nextLong();
      int layer = (int) bits & LAYERS - 1;
      double place = (bits >> 11) * SIGNED_UNIT;
      if (Math.abs(place) < RATIOS[layer]) {
        return place * EDGES[layer];
      }
      double drawn = layer == 0 ? tail(random, place < 0) : wedge(random, layer, place);
      if (!Double.isNaN(drawn)) {
        return drawn;
      }
    }
  }

  private static double wedge(SimulationRandom random, int layer, double place) {
    double x = place * EDGES[layer];
    double low = density(EDGES[layer]);
    double high = density(EDGES[layer + 1]);
    return low + random.nextDouble() * (high - low) < density(x) ? x : Double.NaN;
  }

  private static double tail(SimulationRandom random, boolean negative) {
    while (true) {
      double x = StrictMath.log(1 - random.nextDouble()) / TAIL;
      double y = StrictMath.log(1 - random.nextDouble());
      if (-2 * y >= x * x) {
        return negative ? x - TAIL : TAIL - x;
      }
    }
  }
}

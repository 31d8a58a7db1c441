import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/**
 * A server on a free port of the loopback address, which ends when its standard input does. Needs a
 * JDK 21 or newer, so it is not compiled with the tests: they run this file.
 */
final class SearchNode extends Node {

  private SearchNode(Settings settings) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"),
        List.of(
            new PluginInfo(
                "netty4",
                "HTTP",
                Version.CURRENT.toString(),
                Version.CURRENT,
                "21",
                Netty4ModulePlugin.class.getName(),
                null,
                List.of(),
                false)),
        true);
  }

  /** Starts the server in a directory, with settings of the form {@code name=value}. */
  public static void main(String[] args) throws Exception {
    Settings.Builder settings =
        Settings.builder()
            .put("path.home", args[0])
            .put("cluster.name", "reprise")
            .put("node.name", "one")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("node.processors", 1);
    for (int i = 1; i < args.length; i++) {
      String[] setting = args[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    SearchNode node = new SearchNode(settings.build());
    node.start();
    HttpServerTransport http = node.injector().getInstance(HttpServerTransport.class);
    System.out.println("port " + http.boundAddress().publishAddress().getPort());
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }
}

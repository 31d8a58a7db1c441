package dev.reprise.testbed.http.internal.server;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Self-signed certificate of the servers, for localhost and 127.0.0.1, and the contexts of TLS with
 * it. They are created once, when this class is loaded: a new context for each client and server
 * takes most of the time of a short test.
 */
public final class TestCertificate {
  public static final TestCertificate INSTANCE = new TestCertificate();

  private final X509Bundle bundle;
  private final SslContext serverHttp1;
  private final SslContext serverHttp2;
  private final SSLContext client;

  private TestCertificate() {
    try {
      bundle =
          new CertificateBuilder()
              .ecp256()
              .subject("CN=localhost")
              .addSanDnsName("localhost")
              .addSanIpAddress("127.0.0.1")
              .setIsCertificateAuthority(true)
              .buildSelfSigned();
      serverHttp1 = newServerContext(false);
      serverHttp2 = newServerContext(true);
      client = newClientContext();
    } catch (Exception e) {
      throw new IllegalStateException("cannot create a certificate", e);
    }
  }

  public SslContext serverContext(boolean http2) {
    return http2 ? serverHttp2 : serverHttp1;
  }

  private SslContext newServerContext(boolean http2) throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificatePath())
            .sslProvider(SslProvider.JDK);
    if (http2) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              Protocol.ALPN,
              SelectorFailureBehavior.NO_ADVERTISE,
              SelectedListenerFailureBehavior.ACCEPT,
              ApplicationProtocolNames.HTTP_2,
              ApplicationProtocolNames.HTTP_1_1));
    }
    return builder.build();
  }

  public X509TrustManager trustManager() {
    return (X509TrustManager) bundle.toTrustManager();
  }

  public SSLContext clientContext() {
    return client;
  }

  private SSLContext newClientContext() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trustManager()}, new SecureRandom());
    return context;
  }
}

package dev.reprise.jdbc.pool;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.db.TestDatabase;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/** A pool of connections with its default settings, except size and wait time. */
enum PoolKind {
  /** No pool: each connection is a new one. */
  PLAIN {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience) {
      return new Pool(plain(database, autoCommit), () -> 0, () -> {});
    }
  },
  HIKARI {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(database.url());
      config.setUsername(database.user());
      config.setPassword(database.password());
      config.setMaximumPoolSize(size);
      config.setMinimumIdle(1);
      config.setConnectionTimeout(patience.toMillis());
      config.setAutoCommit(autoCommit);
      HikariDataSource pool = new HikariDataSource(config);
      return new Pool(pool, () -> pool.getHikariPoolMXBean().getActiveConnections(), pool::close);
    }
  },
  DBCP2 {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience) {
      BasicDataSource pool = new BasicDataSource();
      pool.setUrl(database.url());
      pool.setUsername(database.user());
      pool.setPassword(database.password());
      pool.setMaxTotal(size);
      pool.setMaxWait(patience);
      pool.setDefaultAutoCommit(autoCommit);
      return new Pool(pool, pool::getNumActive, pool::close);
    }
  },
  TOMCAT {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience) {
      PoolProperties config = new PoolProperties();
      config.setUrl(database.url());
      config.setUsername(database.user());
      config.setPassword(database.password());
      config.setMaxActive(size);
      config.setInitialSize(1);
      config.setMaxWait((int) patience.toMillis());
      config.setDefaultAutoCommit(autoCommit);
      org.apache.tomcat.jdbc.pool.DataSource pool =
          new org.apache.tomcat.jdbc.pool.DataSource(config);
      return new Pool(pool, pool::getActive, () -> pool.close(true));
    }
  },
  C3P0 {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience) {
      ComboPooledDataSource pool = new ComboPooledDataSource();
      pool.setJdbcUrl(database.url());
      pool.setUser(database.user());
      pool.setPassword(database.password());
      pool.setInitialPoolSize(1);
      pool.setMinPoolSize(1);
      pool.setMaxPoolSize(size);
      pool.setCheckoutTimeout((int) patience.toMillis());
      pool.setForceSynchronousCheckins(true);
      if (!autoCommit) {
        pool.setConnectionCustomizerClassName(WithoutAutoCommit.class.getName());
      }
      return new Pool(pool, pool::getNumBusyConnections, pool::close);
    }
  },
  AGROAL {
    @Override
    Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience)
        throws SQLException {
      AgroalDataSource pool =
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .metricsEnabled()
                  .connectionPoolConfiguration(
                      connections ->
                          connections
                              .maxSize(size)
                              .acquisitionTimeout(patience)
                              .connectionFactoryConfiguration(
                                  factory ->
                                      factory
                                          .jdbcUrl(database.url())
                                          .principal(new NamePrincipal(database.user()))
                                          .credential(new SimplePassword(database.password()))
                                          .autoCommit(autoCommit))));
      return new Pool(pool, () -> (int) pool.getMetrics().activeCount(), pool::close);
    }
  };

  /** Opens a pool that lets a thread wait for the given time for a connection. */
  abstract Pool open(TestDatabase database, int size, boolean autoCommit, Duration patience)
      throws Exception;

  private static DataSource plain(TestDatabase database, boolean autoCommit) {
    return Sql.source(
        () -> {
          Connection connection = database.getConnection();
          connection.setAutoCommit(autoCommit);
          return connection;
        });
  }

  /** c3p0 has no such setting. */
  public static final class WithoutAutoCommit
      extends com.mchange.v2.c3p0.AbstractConnectionCustomizer {

    @Override
    public void onCheckOut(Connection connection, String token) throws SQLException {
      connection.setAutoCommit(false);
    }
  }
}

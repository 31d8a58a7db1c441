package dev.reprise.verification.spring.start.theirs;

import io.github.resilience4j.retry.annotation.Retry;
import org.springframework.stereotype.Service;

/** A service with five methods. */
@Service
public class Billing {

  /** Creates the service; called by Spring. */
  public Billing() {}

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  @Retry(name = "orders")
  public String add(String id) {
    return "add " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  @Retry(name = "orders")
  public String cancel(String id) {
    return "cancel " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  @Retry(name = "orders")
  public String find(String id) {
    return "find " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  @Retry(name = "orders")
  public String list(String id) {
    return "list " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  @Retry(name = "orders")
  public String update(String id) {
    return "update " + id;
  }
}

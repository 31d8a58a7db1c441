package dev.reprise.verification.spring.start.plain;

import org.springframework.stereotype.Service;

/** A service with five methods. */
@Service
public class Stock {

  /** Creates the service; called by Spring. */
  public Stock() {}

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  public String add(String id) {
    return "add " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  public String cancel(String id) {
    return "cancel " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  public String find(String id) {
    return "find " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  public String list(String id) {
    return "list " + id;
  }

  /**
   * A remote call.
   *
   * @param id identifies the record
   * @return the record
   */
  public String update(String id) {
    return "update " + id;
  }
}

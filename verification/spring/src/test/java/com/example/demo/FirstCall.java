package com.example.demo;

import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;

@Component
public class FirstCall implements CommandLineRunner {

  private final Orders orders;

  public FirstCall(Orders orders) {
    this.orders = orders;
  }

  @Override
  public void run(String... arguments) throws Exception {
    System.out.println(orders.find(7));
  }
}

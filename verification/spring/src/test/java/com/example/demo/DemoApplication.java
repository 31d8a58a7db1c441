package com.example.demo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The class that every new application has. */
@SpringBootApplication
public class DemoApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(DemoApplication.class, arguments);
  }
}

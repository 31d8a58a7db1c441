package com.example.demo;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

@Configuration
public class Clients {

  @Bean
  RestClient paymentsClient(
      RestClient.Builder builder, @Value("${payments.url:http://localhost:8080}") String url) {
    return builder.baseUrl(url).build();
  }
}

package shop;

import java.io.IOException;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.support.RetryTemplate;

@EnableRetry
@SpringBootApplication
public class Shop {

  @Bean
  Server server() {
    return new Server();
  }

  @Bean
  RetryTemplate template() {
    return RetryTemplate.builder()
        .maxAttempts(4)
        .exponentialBackoff(1, 2, 10)
        .retryOn(IOException.class)
        .build();
  }
}

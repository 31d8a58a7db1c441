// The same project for Gradle. Written by the documentation of Gradle 8, and not run: the build of Reprise has no Gradle.
plugins {
  application
}

version = "1"

repositories {
  mavenCentral()
  // An unpacked bundle of build/release as a repository: -Preprise.repository=/path/to/it
  providers.gradleProperty("reprise.repository").orNull?.let { maven(uri(it)) }
}

dependencies {
  val reprise = providers.gradleProperty("reprise.version").getOrElse("0.1.0")
  implementation(platform("dev.reprise:reprise-bom:$reprise"))
  implementation("dev.reprise:reprise-core")
  implementation("dev.reprise:reprise-jdk-http")
  // Needed by the compiler, because of module-info.java; not needed at run time.
  compileOnly("org.jspecify:jspecify:1.0.1")
  testCompileOnly("org.jspecify:jspecify:1.0.1")
  testImplementation(platform("dev.reprise:reprise-bom:$reprise"))
  testImplementation("dev.reprise:reprise-testing")
  testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
  testRuntimeOnly("org.junit.platform:junit-platform-launcher:6.1.3")
}

java {
  toolchain {
    languageVersion = JavaLanguageVersion.of(17)
  }
}

application {
  mainModule = "shop"
  mainClass = "shop.Main"
}

tasks.test {
  useJUnitPlatform()
}

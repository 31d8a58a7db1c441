/** Retries for coroutines and flows of Kotlin. */
module dev.reprise.kotlin {
  requires transitive dev.reprise;
  requires static transitive dev.reprise.batch;
  requires transitive kotlin.stdlib;
  requires transitive kotlinx.coroutines.core;
  requires static kotlinx.coroutines.test;
  requires static transitive org.jspecify;

  exports dev.reprise.kotlin;

  provides dev.reprise.declared.CallAdapter with
      dev.reprise.kotlin.internal.KotlinCallAdapter;
}

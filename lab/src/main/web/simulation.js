// The worker that simulates. It looks for a newer request between two runs. If a run lasts longer than it takes to load
// a worker, a new worker takes its place: so a change waits at most twice as long as with the better of the two.

const LEAST_PATIENCE_MILLIS = 200;

/** Sends requests to a worker, and its messages to a listener. */
export class Simulation {
  /**
   * @param kind the kind of the engine, as in loadEngine
   * @param listener gets the first message of the engine, each about the newest request, and 'stopped' after an error
   */
  constructor(kind, listener) {
    this.address = new URL('worker.js' + (kind ? '?engine=' + kind : ''), import.meta.url);
    this.listener = listener;
    this.isReady = false;
    this.start();
  }

  start() {
    this.isLoaded = false;
    this.started = performance.now();
    this.worker = new Worker(this.address, {type: 'module'});
    this.worker.onmessage = ({data}) => this.take(data);
    this.worker.onerror = event => this.listener({type: 'stopped', message: event.message || ''});
  }

  take(message) {
    if (message.type === 'ready') {
      this.isLoaded = true;
      this.patience = Math.max(LEAST_PATIENCE_MILLIS, performance.now() - this.started);
      this.watch();
      if (this.isReady) {
        return;
      }
      this.isReady = true;
    }
    if (message.id === undefined) {
      this.listener(message);
    } else if (message.id === this.newest?.id) {
      this.isAnswered = true;
      clearTimeout(this.timer);
      this.timer = undefined;
      this.listener(message);
    }
  }

  /** Simulates an experiment, in place of any earlier one. */
  simulate(id, request, contender) {
    this.newest = {id, request, contender};
    this.isAnswered = false;
    this.worker.postMessage(this.newest);
    this.watch();
  }

  /** Draws the map of another contender of the newest experiment. */
  map(contender) {
    this.newest.contender = contender;
    this.worker.postMessage({id: this.newest.id, contender});
  }

  watch() {
    if (this.timer === undefined && this.isLoaded && this.newest && !this.isAnswered) {
      this.timer = setTimeout(() => this.replace(), this.patience);
    }
  }

  replace() {
    this.timer = undefined;
    this.worker.terminate();
    this.start();
    this.worker.postMessage(this.newest);
  }
}

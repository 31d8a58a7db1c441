// Simulates one run after the other, reports after each round of all policies, and stops for a newer request.

import {loadEngine} from './engine.js';

const PAUSE_MILLIS = 100;

let newest = 0;
const wanted = new URL(self.location.href).searchParams.get('engine') || undefined;
const loading = loadEngine(wanted);

loading.then(
  engine => self.postMessage({type: 'ready', engine: engine.kind, catalogue: JSON.parse(engine.catalogueText())}),
  failure => self.postMessage({type: 'broken', message: String(failure)}));

self.onmessage = async ({data}) => {
  newest = data.id;
  const engine = await loading;
  if (newest === data.id) {
    try {
      await simulate(engine, data.id, data.request);
    } catch (failure) {
      self.postMessage({type: 'failed', id: data.id, message: failure.message});
    }
  }
};

async function simulate(engine, id, request) {
  const plan = engine.prepare(request);
  self.postMessage({type: 'prepared', id, plan});
  const begun = performance.now();
  let reported = -Infinity;
  for (let run = 0; run < plan.runs; run++) {
    for (let contender = 0; contender < plan.contenders.length; contender++) {
      engine.run(contender, run);
      await turn();
      if (newest !== id) {
        return;
      }
    }
    const now = performance.now();
    if (now - reported >= PAUSE_MILLIS || run === plan.runs - 1) {
      report(engine, id, plan, run + 1, now - begun);
      if (run === 0) {
        self.postMessage({type: 'forms', id, forms: JSON.parse(engine.formsText())});
      }
      reported = performance.now();
    }
  }
}

function report(engine, id, plan, done, millis) {
  const bands = plan.contenders.map((contender, index) => engine.bands(index));
  self.postMessage({type: 'progress', id, done, millis, bands, summary: JSON.parse(engine.summaryText())},
    bands.map(each => each.buffer));
}

// Lets a newer request arrive; a timer would wait for some milliseconds.
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

function turn() {
  return new Promise(resume => {
    waiting.push(resume);
    channel.port2.postMessage(0);
  });
}
